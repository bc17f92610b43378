package uitest

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"grove/web/keys"
)

// TestSettings switches to Chinese and to dark; both last.
func TestSettings(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.reads(".rail", "Documents")
	b.click("[data-action=language]")
	b.reads(".rail", "文档")
	b.click("[data-action=theme]") // light
	b.click("[data-action=theme]") // dark
	b.until("it is dark", `document.documentElement.dataset.theme === "dark"`)
	if ground := eval[string](b, "getComputedStyle(document.body).backgroundColor"); ground != "rgb(19, 24, 22)" {
		t.Errorf("the ground is %s", ground)
	}
	b.do("reload", chromedp.Reload())
	b.reads(".rail", "文档")
	b.until("it is dark still", `document.documentElement.dataset.theme === "dark" && document.documentElement.lang === "zh-CN"`)
}

// TestAddress has the address follow the page, and the page the address.
func TestAddress(t *testing.T) {
	b := open(t, newHouse(t), "/")
	b.until("the workspace is in it", `location.search.includes("workspace=default")`)
	b.click("[data-view=schema]")
	b.reads("h1", "Schema")
	b.click("[data-view=jobs]")
	b.reads("h1", "Jobs")
	b.do("back", chromedp.NavigateBack())
	b.reads("h1", "Schema")
	b.do("reload", chromedp.Reload())
	b.reads("h1", "Schema")
}

// TestUnlisted offers the workspaces that there are where the address names none of them.
func TestUnlisted(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=nothere&view=schema")
	b.allow = "404"
	b.reads("h1", "No workspace “nothere”")
	b.click("[data-action=new-workspace]")
	b.visible("input[name=workspace]")
	b.click("dialog .button:not(.button-main)")
	b.click("[data-workspace=default] .link")
	b.reads("h1", "Schema")
	b.until("the address has it", `location.search.includes("workspace=default")`)
}

// TestChinese has no English in what the page itself says of the schema and of duplicates.
func TestChinese(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=duplicates")
	b.click("[data-action=language]")
	b.reads(".pair + .row .badge", "姓氏")
	b.click("[data-view=schema]")
	b.reads("h1 + p", "成为提议")
}

// TestKey asks for a key where the service does, and keeps it for the tab alone.
func TestKey(t *testing.T) {
	h := newHouse(t)
	secret, _, err := h.keys.Add("reader", keys.Read, []string{workspace}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, h, "/?workspace=default")
	b.allow = "401"
	b.visible("input[type=password]")
	b.enter("input[type=password]", "grove_wrong")
	b.click(".button-main")
	b.reads("[role=alert]", "did not accept this key")
	b.until("it stays to be corrected", `document.querySelector("input[type=password]").value === "grove_wrong"`)
	eval[bool](b, `((input) => { input.value = ""; return input.dispatchEvent(new Event("input", { bubbles: true })); })(
		document.querySelector("input[type=password]"))`)
	b.enter("input[type=password]", secret)
	b.click(".button-main")
	b.settled()
	if kept := eval[string](b, "JSON.stringify([Object.values(localStorage), document.cookie, location.href])"); strings.Contains(kept, secret) {
		t.Errorf("the key is kept in %s", kept)
	}
}

// TestOutage says that the service is away, and goes on when told to.
func TestOutage(t *testing.T) {
	h := newHouse(t)
	b := open(t, h, "/?workspace=default&view=schema")
	b.allow = "Failed to load resource"
	b.reads("h1", "Schema")
	h.server.Config.Close() // the listener first, lest a request tried anew gets a connection that stays
	b.click("[data-view=jobs]")
	b.reads("[role=alert]", "cannot be reached")
}
