package cli

import (
	"errors"
	"fmt"

	"grove/ingest"
	"grove/internal/llm"
)

// estimated prints what an ingest would ask of the model.
func (c *command) estimated(e ingest.Estimate, err error) error {
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.print(e)
	} else {
		err = c.showEstimate(e)
	}
	if err == nil && len(e.Errors) > 0 {
		err = errPartly
	}
	return err
}

func (c *command) showEstimate(e ingest.Estimate) error {
	d := e.Documents
	fmt.Fprintf(c.out, "documents: %d new, %d replaced, %d unchanged, %d failed, %d files skipped\n", d.New, d.Replaced, d.Unchanged, d.Failed, d.Skipped)
	fmt.Fprintf(c.out, "chunks: %d, of which %d were asked for before; %d tokens of text to ask for\n", e.Chunks, e.Journalled, e.Tokens)
	fmt.Fprintf(c.out, "extraction: %d calls with %d tokens of prompt", e.Calls, e.PromptTokens)
	if e.Model != llm.OfflineName {
		fmt.Fprintf(c.out, " (%d more where the endpoint counts reply schemas), %d to %d of replies\n",
			e.SchemaTokens, e.CompletionTokens.Low, e.CompletionTokens.High)
		fmt.Fprintf(c.out, "communities: %d to %d calls\n", e.Communities.Calls.Low, e.Communities.Calls.High)
		fmt.Fprintf(c.out, "time: %.0f to %.0f s of replies at 20 to 100 tokens a second each", e.Seconds.Low, e.Seconds.High)
	}
	fmt.Fprintln(c.out)
	switch {
	case e.Model == llm.OfflineName:
		fmt.Fprintln(c.out, "cost: none, the model is offline")
	case c.LLM.PricePrompt+c.LLM.PriceCompletion > 0:
		fmt.Fprintf(c.out, "cost: %.2f to %.2f US dollars\n", e.Cost.Low, e.Cost.High)
	default:
		fmt.Fprintln(c.out, "cost: not known; give --price-prompt and --price-completion, US dollars for a million tokens")
	}
	return errors.Join(c.out.failed, failures(c.err, e.Errors))
}
