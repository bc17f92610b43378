package readagent

import (
	"fmt"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/query"
	"grove/query/querytest"
)

// shop is a web page of many parts; the button to buy has the id 4711.
func shop(n int) string {
	var b strings.Builder
	b.WriteString("<html><body><main>")
	for i := range n {
		fmt.Fprintf(&b, "<div><section><h2>Lamp %d</h2><div><p>%s</p><a href=/l>Details of lamp %d</a></div></section></div>", i, strings.Repeat("It shines in every room. ", 14), i)
	}
	b.WriteString(`<div><section><h2>Teapot</h2><div><form><label>Colour</label><select name=colour><option>red</option><option>blue</option></select>`)
	b.WriteString(`<input name=engraving placeholder="Engraving"><p>` + strings.Repeat("It pours well and keeps warm. ", 14) + `</p><button backend_node_id="4711">Buy the teapot</button></form></div></section></div></main></body></html>`)
	return b.String()
}

func TestWeb(t *testing.T) {
	l := &querytest.Library{}
	model := func(action string) *llmtest.Model {
		return &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
			shown := r.Messages[1].Content
			switch stage {
			case "page":
				if strings.Contains(shown, "teapot") {
					return `{"gist": "A teapot to buy."}`, nil
				}
				return `{"gist": "A lamp."}`, nil
			case "web_pages", "next_web_page":
				for line := range strings.SplitSeq(shown, "\n") {
					var n int
					if _, err := fmt.Sscanf(line, "%d. ", &n); err == nil && strings.Contains(line, "teapot to buy") {
						return fmt.Sprintf(`{"thought":"","pages":[%d],"page":%d}`, n, n), nil
					}
				}
				return `{"thought":"","pages":[],"page":0}`, nil
			case "action":
				if !strings.Contains(shown, "4711") {
					return `{"thought":"not seen","element":"","operation":"none","value":""}`, nil
				}
				return action, nil
			}
			return "", fmt.Errorf("a call of %s", stage)
		}}
	}
	for name, c := range map[string]struct {
		agent, action, want string
		parts               int
		window              int
	}{
		"click":            {Parallel, `{"thought":"t","element":"4711","operation":"click","value":"x"}`, "4711: CLICK", 3, 0},
		"one by one":       {Sequential, `{"thought":"t","element":"4711","operation":"Click"}`, "4711: CLICK", 3, 0},
		"many parts":       {Parallel, `{"thought":"t","element":"4711","operation":"click","value":""}`, "4711: CLICK", 150, 0},
		"a small window":   {Parallel, `{"thought":"t","element":"4711","operation":"click","value":""}`, "4711: CLICK", 30, LeastWindow},
		"type":             {Parallel, `{"thought":"t","element":"4711","operation":"type","value":"to Ann"}`, "4711: TYPE to Ann", 3, 0},
		"nothing to enter": {Parallel, `{"thought":"t","element":"4711","operation":"type","value":""}`, "", 3, 0},
		"no such element":  {Parallel, `{"thought":"t","element":"n99999","operation":"click","value":""}`, "", 3, 0},
		"no such action":   {Parallel, `{"thought":"t","element":"4711","operation":"drag","value":""}`, "", 3, 0},
		"out of form":      {Parallel, `Buy it.`, "", 3, 0},
		"gists alone":      {GistMemory, `{"thought":"t","element":"4711","operation":"click","value":""}`, "", 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := agent(t, l, c.agent, model(c.action)).Answer(t.Context(), query.Question{Text: "Buy a teapot. Actions so far: none", Page: shop(c.parts)}, query.Options{Window: c.window})
			if err != nil {
				t.Fatal(err)
			}
			if a.Abstained != (c.want == "") || c.want != "" && (a.Answer != c.want || a.Action == nil) || a.Coverage != nil || a.Memory == nil {
				t.Errorf("%q, abstained %t, %+v", a.Answer, a.Abstained, a.Memory)
			}
			if window := max(c.window, query.DefaultWindow*min(1, 1-c.window)); c.window > 0 && a.WidestCall > window {
				t.Errorf("a call of %d tokens", a.WidestCall)
			}
			for _, s := range a.Trace {
				if e, _ := s.Args["error"].(string); strings.Contains(e, "window") {
					t.Errorf("a call did not fit: %+v", s)
				}
			}
		})
	}
}

// TestWebOffline: the element nearest to the task, and what can be done with it.
func TestWebOffline(t *testing.T) {
	for task, want := range map[string]string{"Buy the teapot": "4711: CLICK", "Choose the colour blue": "SELECT blue"} {
		page := strings.ReplaceAll(shop(4), "It pours well and keeps warm. ", "")
		a, err := agent(t, &querytest.Library{}, Parallel, nil).Answer(t.Context(), query.Question{Text: task, Page: page}, query.Options{Window: 16384})
		if err != nil || !strings.HasSuffix(a.Answer, want) {
			t.Errorf("%s: %q, %v", task, a.Answer, err)
		}
	}
	for page, kind := range map[string]fault.Kind{"<html></html>": fault.Invalid, strings.Repeat("x", query.MaxPage+1): fault.Invalid} {
		if _, err := agent(t, &querytest.Library{}, Parallel, nil).Answer(t.Context(), query.Question{Text: "Buy", Page: page}, query.Options{}); !fault.Is(err, kind) {
			t.Errorf("%.20q: %v", page, err)
		}
	}
	a, err := agent(t, &querytest.Library{}, Sequential, nil).Answer(t.Context(), query.Question{Text: "Buy", Page: strings.Repeat("No structure at all. ", 3000)}, query.Options{})
	if err != nil || !a.Abstained {
		t.Errorf("without structure: %+v, %v", a.Answer, err)
	}
}
