package llm

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// slow is a model that takes a minute for each call.
type slow struct{ calls int }

func (*slow) Name() string { return "slow" }

func (m *slow) Complete(ctx context.Context, _ Request) (Reply, error) {
	m.calls++
	select {
	case <-time.After(time.Minute):
		return Reply{Text: "done"}, nil
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
}

// saying is the simplest prompt.
type saying struct{ Prompt[string] }

func (saying) Form() Form                         { return Form{Name: "say/1", Limits: Limits{MaxTokens: 10}} }
func (saying) Messages() []Message                { return []Message{User("say")} }
func (saying) Parse(reply string) (string, error) { return reply, nil }
func (saying) Offline(*offline.Kit) string        { return "offline" }

// A call in flight ends when the time is up, that which is kept aside left for
// the last one; later calls are not begun. Neither is an outage.
func TestTime(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		m := &slow{}
		s := (&Client{Model: m, Counter: counter}).Session(Bounds{Until: time.Now().Add(200 * time.Second)})
		s.SetReserve(Reserve{Time: 50 * time.Second})
		began := time.Now()
		ask := func() error {
			_, err := Ask(t.Context(), s, Prompt[string](saying{}))
			return err
		}
		for i, want := range []Limit{"", "", LimitTime, LimitTime} { // at 0, 60, 120 until 150, and at 150
			if err := ask(); LimitOf(err) != want || want != "" && !fault.Is(err, fault.LimitReached) {
				t.Errorf("call %d after %v: %v", i+1, time.Since(began), err)
			}
		}
		if m.calls != 3 || time.Since(began) != 150*time.Second || LimitOf(s.Reached()) != LimitTime {
			t.Errorf("%d calls, %v, %v", m.calls, time.Since(began), s.Reached())
		}
		s.SetReserve(Reserve{})
		if err := ask(); LimitOf(err) != LimitTime || m.calls != 4 {
			t.Errorf("the last call: %v, %d calls", err, m.calls)
		}
	})
}

// What is kept aside is refused to calls until it is given back.
func TestSetReserve(t *testing.T) {
	s := (&Client{Model: nobody{}}).Session(Bounds{Window: 70, MaxTotalTokens: 100})
	s.SetReserve(Reserve{PromptTokens: 40, CompletionTokens: 10})
	if err := s.reserveCall(t.Context(), 60, Usage{PromptTokens: 60}); LimitOf(err) != LimitTokens {
		t.Errorf("into what is kept: %v", err)
	}
	s.SetReserve(Reserve{})
	if s.Affordable() != 70 || s.Remaining() != 100 {
		t.Errorf("affordable %d, in the purse %d", s.Affordable(), s.Remaining())
	}
	if err := s.reserveCall(t.Context(), 60, Usage{PromptTokens: 60}); err != nil {
		t.Error(err)
	}
	s.record("x/1", Usage{PromptTokens: 60}, Usage{Calls: 1, PromptTokens: 60})
	if s.Affordable() != 40 {
		t.Errorf("affordable %d", s.Affordable())
	}
}
