package llm

import (
	"encoding/json"
	"testing"
)

func TestKeyTellsRequestsApart(t *testing.T) {
	base := Request{Messages: []Message{System("a", ""), User("b")}, Limits: Limits{Temperature: 0.5, MaxTokens: 9}, Name: "x/1"}
	change := func(f func(*Request)) Request {
		r := base
		r.Messages = append([]Message(nil), base.Messages...)
		f(&r)
		return r
	}
	seen := map[string]string{base.Key("m"): "base"}
	for name, r := range map[string]Request{
		"prompt":      change(func(r *Request) { r.Name = "x/2" }),
		"schema":      change(func(r *Request) { r.ReplySchema = json.RawMessage(`{}`) }),
		"temperature": change(func(r *Request) { r.Temperature = 0 }),
		"limit":       change(func(r *Request) { r.MaxTokens = 10 }),
		"role":        change(func(r *Request) { r.Messages[1].Role = "assistant" }),
		"content":     change(func(r *Request) { r.Messages[1].Content = "c" }),
		"boundary":    change(func(r *Request) { r.Messages = []Message{System("ab", ""), User("")} }),
		"joined":      change(func(r *Request) { r.Messages = r.Messages[:1] }),
		"order":       change(func(r *Request) { r.Messages[0], r.Messages[1] = r.Messages[1], r.Messages[0] }),
	} {
		if other, twice := seen[r.Key("m")]; twice {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[r.Key("m")] = name
	}
	if base.Key("m") == base.Key("n") {
		t.Error("the model is no part of the key")
	}
	if base.Key("m") != change(func(r *Request) { r.Fresh = true }).Key("m") || len(base.Key("m")) != 64 {
		t.Error("the key is not stable")
	}
}
