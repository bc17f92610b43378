package query

import (
	"slices"
	"testing"
)

// TestHopsOfReplies: what a reply calls missing or own knowledge is not taken for evidence, in whatever
// form it is written.
func TestHopsOfReplies(t *testing.T) {
	for from, want := range map[string]Hop{
		"evidence": {"where", "Oslo", FromEvidence}, "Assumed": {"where", "Oslo", FromAssumption}, "": {"where", "Oslo", FromEvidence},
		"own knowledge": {"where", "Oslo", FromKnowledge}, "own_knowledge": {"where", "Oslo", FromKnowledge}, "Own-Knowledge ": {"where", "Oslo", FromKnowledge},
		"evidence and own knowledge": {"where", "Oslo", FromBoth}, "Own_knowledge and evidence": {"where", "Oslo", FromBoth}, "both": {"where", "Oslo", FromBoth},
		"missing": {"where", "", FromNothing}, "Missing": {"where", "", FromNothing},
	} {
		reply, err := AnswerPrompt{}.Parse(`{"hops":[{"needs":"where","found":"Oslo","from":"` + from + `"}],"answer":"Oslo","abstained":false}`)
		if err != nil || !slices.Equal(reply.Hops, []Hop{want}) || reply.OwnKnowledge != (want.From == FromKnowledge || want.From == FromBoth) {
			t.Errorf("%q: %+v, %v", from, reply, err)
		}
	}
	if lacks := Lacks([]Hop{{"who", "Ada", FromEvidence}, {"where", "Oslo", FromBoth}}); !slices.Equal(lacks, []string{"where"}) {
		t.Errorf("%q", lacks)
	}
	if reply, err := (AnswerPrompt{}).Parse(`{"hops":[{"needs":"where","found":"","from":"evidence"}],"answer":"","abstained":true}`); err != nil || len(Lacks(reply.Hops)) != 1 {
		t.Errorf("%+v, %v", reply, err)
	}
}
