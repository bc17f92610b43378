package query

import "testing"

func TestOtherScript(t *testing.T) {
	for _, c := range [][3]string{
		{"亚哈是谁？", "a captain", "Chinese"}, {"亚哈是谁？", "船长 (captain)", ""}, {"亚哈生于哪年？", "1851", ""},
		{"Who is Ahab?", "船长", "English"}, {"Who is Ahab?", "Captain of the 裴廓德号", ""}, {"Who is 亚哈?", "船长", ""}, {"?", "船长", ""}, {"Who?", "", ""}, {"Кто такой Ахав?", "船长", "the language of the question"},
		{"What does the sign 道 mean to those who wrote of it?", "the way", ""}, {"誰がこの本を書いた?", "カフカ", ""}, {"カフカはなに?", "小説家", ""},
	} {
		if got := otherScript(c[0], c[1]); got != c[2] {
			t.Errorf("%q answered %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
