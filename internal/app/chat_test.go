package app

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/replies"
	"grove/internal/workspace"
	"grove/query"
	"grove/query/longagent"
)

// leadReply leads one round to the answer Uppsala; members mention what their part says.
func leadReply(stage string, r llm.Request) (string, error) {
	shown := r.Messages[1].Content
	switch stage {
	case "leader":
		action := "query"
		if strings.Contains(shown, "Instruction 1") {
			action = "answer"
		}
		return fmt.Sprintf(`{"analysis":"so","action":%q,"instruction":"Where was Lind born?","members":[]}`, action), nil
	case "member":
		if strings.Contains(shown, "born in Uppsala") {
			return `{"no_mention":false,"answer":"Uppsala","quote":"Lind was born in Uppsala."}`, nil
		}
		return `{"no_mention":true,"answer":"","quote":""}`, nil
	case "answer":
		return `{"analysis":"so","answer":"Uppsala","abstained":false,"missing":"","own_knowledge":false,"evidence":[1],"rival":"","rival_evidence":[]}`, nil
	}
	return "{}", nil
}

// TestExportChat: leader and member turns of answered questions come from the stored replies, without a call; those of wrong
// answers and those whose replies are gone are left out.
func TestExportChat(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for i := range 8 {
			text := fmt.Sprintf("Part %d, not where Lind was. %s", i, strings.Repeat("The harbour was quiet in winter. ", 100)) // two share no piece
			if i < 2 {
				text += fmt.Sprintf("Lind was born in Uppsala, it is said in part %d.", i)
			}
			if err := ingestText(t, a, fmt.Sprintf("%d.txt", i), text); err != nil {
				t.Fatal(err)
			}
		}
	})
	use(t, c, func(a *App) {
		var err error
		a.Client.Model, err = replies.Open(filepath.Join(c.Folder(), workspace.RepliesFolder), &llmtest.Model{Reply: leadReply}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"Where was Lind born?", "Where did Lind live?"} {
			if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: q}, Agent: longagent.Name}); err != nil {
				t.Fatal(err)
			}
		}
	})
	gold := filepath.Join(t.TempDir(), "gold.jsonl")
	write(t, gold, `{"input":"Where was Lind born?","context":"Lind.","answers":["Uppsala"]}`+"\n"+
		`{"input":"Where did Lind live?","context":"Lind.","answers":["Oslo"]}`+"\n")
	export := func(o ChatOptions) (ChatReport, string) {
		t.Helper()
		var report ChatReport
		var out bytes.Buffer
		use(t, c, func(a *App) {
			var err error
			if report, err = a.ExportChat(t.Context(), &out, o); err != nil {
				t.Fatal(err)
			}
		})
		return report, out.String()
	}
	all, text := export(ChatOptions{})
	if all.Questions != 2 || all.Leader != 6 || all.Mentions != 2 || all.Silent != 3 || all.Left != 3 {
		t.Errorf("all: %+v", all)
	}
	if again, same := export(ChatOptions{}); again != all || same != text {
		t.Error("a second export differs")
	}
	if n := strings.Count(text, "\n"); n != all.Leader+all.Mentions+all.Silent {
		t.Errorf("%d lines: %+v", n, all)
	}
	if err := dataset.DecodeLines("out", strings.NewReader(text), func(line struct{ Messages []llm.Message }) error {
		if m := line.Messages; len(m) != 3 || m[0].Role != "system" || m[1].Role != "user" || m[2].Role != "assistant" || m[2].Content == "" {
			return fmt.Errorf("%+v", m)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if right, text := export(ChatOptions{Right: gold}); right.Questions != 1 || right.Skipped != 1 || strings.Contains(text, "live?") {
		t.Errorf("right ones: %+v", right)
	}
	if leader, _ := export(ChatOptions{Role: longagent.Leader}); leader.Leader != 6 || leader.Mentions+leader.Silent+leader.Left != 0 {
		t.Errorf("the leader's: %+v", leader)
	}
	use(t, c, func(a *App) { // the input is another one, so that the requests are
		if err := ingestText(t, a, "new.txt", "Lind was born in Lund."); err != nil {
			t.Fatal(err)
		}
	})
	if changed, _ := export(ChatOptions{}); changed.Questions != 0 || changed.Skipped != 2 {
		t.Errorf("after a change: %+v", changed)
	}
}
