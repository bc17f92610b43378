package run

import (
	"context"

	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/fault"
	"grove/internal/llm"
)

// JudgedBy returns a Judge that asks a client's model on some scales, by default on all: Youtu-GraphRAG's accuracy and ReadAgent's two
// ratings; and for the supporting facts where the set has them. A reply out of form leaves the row without verdicts, with the
// reason; the scores of a row are whole or missing.
func JudgedBy(client *llm.Client, scales ...judge.Scale) Judge {
	if len(scales) == 0 {
		scales = judge.Scales()
	}
	return func(ctx context.Context, q dataset.Question, row *Row, material string) error {
		s := client.Session(llm.Bounds{})
		verdicts, scores, err := verdictsOn(ctx, s, scales, q, row, material)
		row.JudgeUsage = s.Usage()
		switch fault.KindOf(err) {
		case "":
			row.Verdicts, row.JudgeError = verdicts, ""
			for name, x := range scores {
				row.Scores[name] = x
			}
			judged(row.Scores, verdicts)
			return nil
		case fault.BadReply, fault.LimitReached, fault.WindowTooSmall:
			row.JudgeError = fault.Brief(err)
			return nil
		}
		return err
	}
}

// verdictsOn returns the verdicts on an answer, and the scores of its supporting facts. An abstention is wrong without a call.
func verdictsOn(ctx context.Context, s *llm.Session, scales []judge.Scale, q dataset.Question, row *Row, material string) (
	map[judge.Scale]judge.Verdict, map[string]float64, error) {
	verdicts, scores := map[judge.Scale]judge.Verdict{}, map[string]float64{}
	for _, scale := range scales {
		verdicts[scale] = judge.No
		if row.Abstained {
			continue
		}
		v, err := judge.Compare(ctx, s, scale, q.Question, row.Answer, q.Answers)
		if err != nil {
			return nil, nil, err
		}
		verdicts[scale] = v
	}
	if len(q.Facts) == 0 {
		return verdicts, scores, nil
	}
	facts, err := judge.Covered(ctx, s, q.Question, q.Facts, material)
	if err != nil {
		return nil, nil, err
	}
	covered(scores, "facts_judged", facts)
	return verdicts, scores, nil
}
