package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/evaluate"
	"grove/internal/sqlite"
)

// commanders are ships, and who commands them.
var commanders = [][2]string{{"Pequod", "Ahab"}, {"Rachel", "Gardiner"}, {"Albatross", "Bildad"}, {"Jeroboam", "Mayhew"}, {"Virgin", "Derrick"},
	{"Bachelor", "Coffin"}, {"Delight", "Peleg"}, {"Samuel Enderby", "Boomer"}}

// writeSet writes a set of questions about ships, by default all; without told, the texts don't say who commands them.
func writeSet(t *testing.T, told bool, captains ...[2]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ships")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if captains == nil {
		captains = commanders
	}
	var corpus, questions strings.Builder
	for i, c := range captains {
		text := fmt.Sprintf("The %s was a whaling ship of Nantucket.", c[0])
		if told {
			text += fmt.Sprintf(" Captain %s commanded the %s.", c[1], c[0])
		}
		fmt.Fprintf(&corpus, `{"id":"%d","title":"%s","text":"%s"}`+"\n", i, c[0], text)
		fmt.Fprintf(&questions, `{"id":"%d","question":"Who commanded the %s?","answers":["Captain %s"]}`+"\n", i, c[0], c[1])
	}
	questions.WriteString(`{"id":"x","question":"<img src=x onerror=alert(1)>?","answers":["<b>"]}` + "\n")
	for name, text := range map[string]string{"corpus.jsonl": corpus.String(), "questions.jsonl": questions.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// evaluated runs an evaluation into a folder of the workspace's runs; what it reads is in a workspace of its own.
func evaluated(t *testing.T, c config.Config, set, name string, agents ...string) {
	t.Helper()
	out := filepath.Join(c.Data, workspace, evaluate.RunsFolder, name)
	c.Workspace = name
	a, err := app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: agents, Out: out}); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestRuns has two runs, of which the second reads texts that lack the answers: it opens one with its report, compares
// both, and deletes one.
func TestRuns(t *testing.T) {
	c := sample(t)
	evaluated(t, c, writeSet(t, true, commanders[0]), "other", "graph")
	evaluated(t, c, writeSet(t, true), "told", "graph", "bm25")
	evaluated(t, c, writeSet(t, false), "untold", "graph", "bm25")
	b := open(t, newHouseOn(t, c), "/?workspace=default")
	b.click("[data-view=runs]")
	b.reads("[data-run=told]", "bm25, offline, open")
	b.reads("[data-run=told] [data-state=done]", "done")
	b.until("the newest first", `document.querySelector("[data-run]").dataset.run === "untold"`)
	b.picture()

	b.click("[data-run=told] [data-action=open-run]")
	b.reads("[data-action=compare-with]", "untold")
	b.until("only runs of the same questions", `document.querySelectorAll("[data-action=compare-with] option").length === 2`)
	b.reads("[data-figures]", "graph, offline, open")
	b.reads("[data-figures] th", "F1")
	b.visible(".run-report")
	b.until("a frame that may do nothing", `(() => {
		const f = document.querySelector(".run-report");
		return f.getAttribute("sandbox") === "" && f.srcdoc.includes("&lt;img src=x") && !f.srcdoc.includes("<img") && f.contentDocument === null;
	})()`)
	b.until("the report is shown", `(document.querySelector(".run-report").scrollIntoView(), true)`)
	b.shot("report")
	b.click("[data-action=back]")

	b.visible("[data-action=compare][disabled]")
	b.click("[data-run=untold] input")
	b.click("[data-run=other] input")
	b.reads(".warn", "different questions")
	b.visible("[data-action=compare][disabled]")
	b.click("[data-run=other] input")
	b.click("[data-run=told] input")
	b.click("[data-action=compare]")
	b.reads("h1", "told compared with untold") // the older one first
	b.reads(`[data-changes^=graph] [data-metric=f1]`, "worse")
	b.until("what got worse", `Number(document.querySelector("[data-worse]").dataset.worse) > 0 && Number(document.querySelector("[data-fell]").dataset.fell) > 0`)
	b.reads("[data-fell]", "Captain Gardiner")
	b.shot("compared")
	b.do("a narrow window", chromedp.EmulateViewport(1024, 768))
	b.shot("compared-narrow")
	b.until("nothing sticks out", `document.querySelector(".page").scrollWidth <= document.querySelector(".page").clientWidth`)
	b.click("[data-action=swap]")
	b.reads(`[data-changes^=graph] [data-metric=f1]`, "better")
	b.gone("[data-fell]")
	b.click("[data-action=back]")
	b.visible("[data-run=told]")
	b.until("nothing sticks out", `document.querySelector(".page").scrollWidth <= document.querySelector(".page").clientWidth`)
	b.shot("list-narrow")
	b.do("a telephone", chromedp.EmulateViewport(400, 800))
	b.until("nothing sticks out", `document.querySelector(".page").scrollWidth <= document.querySelector(".page").clientWidth`)
	b.shot("list-telephone")
	b.do("a narrow window", chromedp.EmulateViewport(1024, 768))

	b.click("[data-action=language]")
	b.click("[data-run=untold] [data-action=open-run]")
	b.reads("[data-figures] th", "未作答")
	b.shot("chinese")
	b.click("[data-action=remove-run]")
	b.reads("dialog", "无法撤销")
	b.click("dialog .button-danger")
	b.visible("[data-run=told]")
	b.gone("[data-run=untold]")
}

// TestNoRuns says how a run comes about, and what became of one that is gone or was interrupted.
func TestNoRuns(t *testing.T) {
	c := sample(t)
	evaluated(t, c, writeSet(t, true), "half", "graph")
	dir := filepath.Join(c.Data, workspace, evaluate.RunsFolder, "half")
	for _, name := range []string{"summary.json", "report.html"} { // as if it had been interrupted
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	release, err := sqlite.Lock(dir) // as if it were under way
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, newHouseOn(t, c), "/?workspace=default&view=runs")
	b.allow = "Failed to load resource"
	b.reads("[data-run=half] [data-state=running]", "under way")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	b.reads("[data-run=half] [data-state=unfinished]", "unfinished")
	b.until("it cannot be compared", `document.querySelector("[data-run=half] input").disabled`)
	b.click("[data-run=half] [data-action=open-run]")
	b.reads(".notice", "interrupted after 9 answers")
	b.click("[data-action=remove-run]")
	b.click("dialog .button-danger")
	b.reads(".state-empty", "No runs yet")
	b.shot("empty")
	b.do("go to what was deleted", chromedp.Navigate(b.base+"/?workspace=default&view=runs&item=half"))
	b.reads(".failure", "there is no such run")
}
