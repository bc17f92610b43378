package main_test
import "testing"
import "grove/internal/llm/llmtest"
func TestZZ(t *testing.T) {
	s := newScene(t, 4, 0)
	s.breaks(func(try llmtest.Try) *llmtest.Fault {
		t.Log(try.N, try.Nth, try.Key[:6], try.Request.FormatType(), len(try.Request.Messages), try.Path)
		if try.N > 2 && try.N < 100 { return nil }
		return nil
	})
	g, code := s.ingest("w"); t.Logf("%d %+v %+v", code, g.Documents, s.server.Stats())
	g, code = s.ingest("w2"); t.Logf("%d %+v %+v", code, g.Documents, s.server.Stats())
}
