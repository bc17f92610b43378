package offline

import "testing"

// posts is the evidence on offices that were handed over, and on what was when.
var posts = map[string]Passage{
	"port": {"", "Otto Farn was pilot of Kelby until 1874. Lena Brook followed him in the post. The clerk of the port is Ada Wynn. " +
		"Before her, the clerk was Paul Stead. The first warden of the Heron Tower was Jonas Reed; he was succeeded by his daughter Mary Reed in 1878. Hugh Tarr was surveyor of Kelby until 1860."},
	"trade": {"", "In 1880, 412 barges passed the lock, against 388 in 1879. The guild moved its office from Rope Street to Salt Hill in 1876. Ada Wynn lived in Corvin until the lock was opened. Ada Wynn was born in Delmar."},
	"医院":    {"东桥医院", "东桥医院的院长是王芳，任职到1941年。1941年起，陈国栋接任院长。东桥医院的第一任护士长是李梅。"},
}

func kept(keys ...string) []Passage {
	var out []Passage
	for _, k := range keys {
		out = append(out, posts[k])
	}
	return out
}

func checkAnswers(t *testing.T, passages []Passage, want map[string]string) {
	t.Helper()
	for question, answer := range want {
		a := New().Answer(New().Question(question, ""), passages)
		if a.Text != answer || a.Abstained != (answer == "") {
			t.Errorf("%s\n  answer %q (score %v), want %q; missing %q", question, a.Text, a.Score, answer, a.Missing)
		}
	}
}

// TestHoldersOfOffices: who holds an office is who followed last, not who held it.
func TestHoldersOfOffices(t *testing.T) {
	checkAnswers(t, kept("port"), map[string]string{
		"Who is the pilot of Kelby?":                    "Lena Brook",
		"Who was pilot of Kelby until 1874?":            "Otto Farn",
		"Who succeeded Otto Farn?":                      "Lena Brook",
		"Who succeeded Otto Farn as pilot?":             "Lena Brook",
		"Who preceded Lena Brook?":                      "Otto Farn",
		"Who is the successor of Otto Farn?":            "Lena Brook",
		"Who was the pilot of Kelby before Lena Brook?": "Otto Farn",
		"Who was the clerk before Ada Wynn?":            "Paul Stead",
		"Who was the clerk before Otto Farn?":           "",
		"Who is the warden of the Heron Tower?":         "Mary Reed",
		"Who was the first warden of the Heron Tower?":  "Jonas Reed",
		"Who is the surveyor of Kelby?":                 "",
	})
	checkAnswers(t, kept("医院"), map[string]string{
		"东桥医院的院长是谁？":     "陈国栋",
		"东桥医院的第一任护士长是谁？": "李梅",
	})
}

// TestConditionsOfTime: what holds on a time is answered from what says that time.
func TestConditionsOfTime(t *testing.T) {
	checkAnswers(t, kept("port", "trade"), map[string]string{
		"How many barges passed the lock in 1880?":           "412",
		"How many barges passed the lock in 1879?":           "388",
		"How many barges passed the lock in 1878?":           "",
		"Where did the guild move its office in 1876?":       "Salt Hill",
		"Where was Ada Wynn born?":                           "Delmar",
		"Where was Ada Wynn born before Otto Farn died?":     "",
		"Where did Ada Wynn live before Lena Brook married?": "",
		"Where did Ada Wynn live until the lock was opened?": "Corvin",
	})
}

// TestDoneToAnother: who did it to another thing did not do it to the one asked about.
func TestDoneToAnother(t *testing.T) {
	checkAnswers(t, []Passage{{"", "Old Jory Brand, before he commanded another vessel of his own, was an owner of the Kestrel."}}, map[string]string{
		"Who commanded the Kestrel?": "",
	})
}

// TestRanksKeepTheirCase: a rank that the passages write with a capital only is no name.
func TestRanksKeepTheirCase(t *testing.T) {
	checkAnswers(t, []Passage{library["ahab"]}, map[string]string{
		"Who is the captain of the Pequod?": "Captain Ahab",
		"who is the captain of the pequod?": "Captain Ahab",
	})
}

// TestLettersOfAnyCase: a question finds the same in small letters and in capitals.
func TestLettersOfAnyCase(t *testing.T) {
	checkAnswers(t, append(kept("port", "trade"), read("ship", "ahab", "book")...), map[string]string{
		"who is the pilot of kelby?":                  "Lena Brook",
		"WHO IS THE PILOT OF KELBY?":                  "Lena Brook",
		"where was ada wynn born?":                    "Delmar",
		"WHERE WAS ADA WYNN BORN?":                    "Delmar",
		"who is the captain of the pequod?":           "Ahab",
		"WHO IS THE CAPTAIN OF THE PEQUOD?":           "Ahab",
		"who wrote the care of glass?":                "Edda Lindqvar",
		"who was the first warden of the Heron Tower": "Jonas Reed",
		"who was the first warden of the heron tower": "Jonas Reed",
	})
}
