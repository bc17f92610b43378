package load

import (
	"strings"

	"grove/internal/lists"
)

// Elements by name.
var (
	// voidElements have no content and no end tag.
	voidElements = set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
	// leftOut are the elements whose content is no text to read.
	leftOut = set("annotation annotation-xml applet audio button canvas datalist iframe nav noembed noframes noscript object script " +
		"select style svg template textarea video")
	// leftOutRoles are the roles of elements that are no text to read.
	leftOutRoles = set("navigation search contentinfo menubar")
	// alwaysKept are elements that hold the text, even where a script hid them for a while.
	alwaysKept = set("html body main")
	// containers are the parents of elements whose end tags may be missing.
	containers = set("ul ol menu dl table")
	// lines and paragraphs are the blocks that begin and end with a line break or
	// an empty line.
	lines      = set("li tr dt dd option optgroup summary legend thead tbody tfoot")
	paragraphs = set("address article aside blockquote body caption center details dialog dir div dl fieldset figcaption figure footer " +
		"form h1 h2 h3 h4 h5 h6 header hgroup hr html listing main menu nav ol p plaintext pre section table title ul xmp")
)

func set(names string) map[string]bool {
	return lists.Set(strings.Fields(names))
}

// breakOf returns the pause at the tags of an element.
func breakOf(name string) pause {
	switch {
	case paragraphs[name]:
		return paragraphBreak
	case lines[name]:
		return lineBreak
	}
	return noPause
}

// isLeftOut reports whether an element is left out: by its name or role, or because
// readers of the page do not see it.
func isLeftOut(name string, of map[string]string) bool {
	if alwaysKept[name] {
		return false
	}
	hidden, is := of["hidden"]
	_, open := of["open"]
	style := strings.ToLower(strings.Join(strings.Fields(of["style"]), ""))
	return leftOut[name] || leftOutRoles[strings.ToLower(of["role"])] || name == "dialog" && !open ||
		is && !strings.EqualFold(hidden, "until-found") || strings.EqualFold(of["aria-hidden"], "true") ||
		strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// skip follows the tags inside an element that is left out, to find its end.
type skip struct {
	// name is the element's, "" while nothing is left out.
	name string
	// same counts the open elements of the same name inside, inner the open containers.
	same, inner int
}

// start takes a start tag inside the element and tells whether it is already
// outside: the tag ended the element, whose own end tag is missing.
func (s *skip) start(name string, closed bool) bool {
	if s.inner == 0 && s.endsBefore(name) {
		*s = skip{}
		return true
	}
	if closed {
		return false
	}
	if name == s.name {
		s.same++
	}
	if containers[name] {
		s.inner++
	}
	return false
}

// endsBefore reports whether the element can't hold an element of the name.
func (s *skip) endsBefore(name string) bool {
	switch s.name {
	case "p":
		return paragraphs[name]
	case "li":
		return name == "li"
	case "dt", "dd":
		return name == "dt" || name == "dd"
	case "td", "th":
		return name == "td" || name == "th" || name == "tr" || name == "tbody" || name == "tfoot"
	case "tr":
		return name == "tr" || name == "tbody" || name == "tfoot"
	case "thead", "tbody":
		return name == "tbody" || name == "tfoot"
	}
	return false
}

// end takes an end tag inside the element and tells whether it ended it.
func (s *skip) end(name string) bool {
	switch {
	case name == s.name && s.same == 0:
	case s.name == "p" && paragraphs[name]:
	case containers[name] && s.inner == 0 && s.endsBefore(s.name): // the end of its parent
	default:
		if name == s.name {
			s.same--
		}
		if containers[name] {
			s.inner = max(s.inner-1, 0)
		}
		return false
	}
	*s = skip{}
	return true
}
