package alias

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hanEndings are what a Chinese name of a company or a place may end in.
var hanEndings = map[kind][]string{
	organization: {"股份有限公司", "有限公司", "公司", "集团"},
	place:        {"省", "市", "县"},
}

// hanRoot is the least length of what is left of a place or company without its ending.
const hanRoot = 2

// readHan takes a name in Chinese characters apart and tells whether it is one.
func (f *form) readHan(name string) bool {
	name = strings.TrimSpace(name)
	for _, r := range name {
		if !unicode.Is(unicode.Han, r) && r != '·' {
			return false
		}
	}
	if f.han = name != ""; !f.han {
		return false
	}
	f.core = name
	f.readHanTitle()
	for _, ending := range hanEndings[f.kind] {
		if root, ok := strings.CutSuffix(f.core, ending); ok && f.legal == "" && utf8.RuneCountInString(root) >= hanRoot {
			f.core, f.legal = root, ending
		}
	}
	f.tokens = []string{f.core}
	for _, r := range f.core {
		if strings.ContainsRune("一二三四五六七八九十百千零第", r) {
			f.numbers = append(f.numbers, string(r))
		}
	}
	return true
}

func (f *form) readHanTitle() {
	if f.kind != person {
		return
	}
	for _, t := range hanTitles {
		if root, ok := strings.CutSuffix(f.core, t.sign); ok && root != "" {
			f.core, f.titles, f.gender = root, []title{t.is}, t.is.gender
			return
		}
	}
}

// relateHan judges two names in Chinese characters. A difference of one
// character is never a slip: it makes another name.
func relateHan(lo, hi *form) Judgement {
	if j, ok := relateTitles(lo, hi); ok {
		return j
	}
	switch {
	case lo.core == hi.core:
		return hanTitleDropped(lo, hi)
	case lo.kind != person || !hanShort(lo.core, hi.core):
		return Judgement{}
	case lo.titled().name != hi.titled().name && (lo.gender != unknown || len(hi.titles) > 0):
		return Judgement{Verdict: Grey, Reason: "titles differ", rival: true}
	}
	return Judgement{Verdict: Same, Reason: "part of the name", short: true}
}

// hanTitleDropped judges two names that are the same without title or ending.
func hanTitleDropped(lo, hi *form) Judgement {
	switch {
	case len(lo.titles) > 0 && len(hi.titles) > 0 && lo.titles[0] != hi.titles[0],
		lo.legal != "" && hi.legal != "" && lo.legal != hi.legal && lo.kind == place:
		return Judgement{Verdict: Grey, Reason: "titles differ", rival: true}
	case lo.legal != hi.legal:
		return Judgement{Verdict: Same, Reason: "ending dropped", short: true}
	case utf8.RuneCountInString(lo.core) < hanRoot:
		return Judgement{Verdict: Grey, Reason: "family name", rival: true}
	case len(lo.titles) != len(hi.titles):
		return Judgement{Verdict: Same, Reason: "title dropped"}
	}
	return Judgement{Verdict: Same, Reason: "spelling"}
}

// hanShort reports whether lo, of two characters or more, is a part of a foreign
// name ("奥巴马", "贝拉克·奥巴马") or a given name without the family name before
// it ("黛玉", "林黛玉").
func hanShort(lo, hi string) bool {
	if utf8.RuneCountInString(lo) < hanRoot {
		return false
	}
	if parts := strings.Split(hi, "·"); len(parts) > 1 {
		return lo == parts[0] || lo == parts[len(parts)-1]
	}
	family, ok := strings.CutSuffix(hi, lo)
	n := utf8.RuneCountInString(family)
	return ok && utf8.RuneCountInString(lo) == 2 && (n == 1 || n == 2 && compoundFamilies[family])
}

// compoundFamilies are the Chinese family names of two characters in use.
var compoundFamilies = map[string]bool{"欧阳": true, "司马": true, "诸葛": true, "上官": true, "司徒": true, "东方": true, "皇甫": true, "慕容": true,
	"令狐": true, "夏侯": true, "公孙": true, "尉迟": true}
