package offline

import "testing"

const (
	botanist = "Ingrid Solberg was a Norwegian botanist. She was born in Bergen on 2 May 1901. Her mother, Astrid Lund, taught music. In 1934 she married the painter Olav Dahl. Her brother Tor Solberg sailed to Chile."
	captain  = "Tessa Gray is the captain of the Heron. Her friend Lou Park is a cook. Tessa Gray moved to Cork with her brother, Sam Gray, a teacher."
)

// TestCallings: what the owner is says nothing of whom is asked about.
func TestCallings(t *testing.T) {
	for _, c := range []struct{ question, body, want string }{
		{"What did Ingrid Solberg's mother do?", botanist, "taught music"},
		{"What was the profession of Ingrid Solberg's husband?", botanist, "painter"},
		{"What did the husband of Ingrid Solberg do for a living?", botanist, "painter"},
		{"What did Ingrid Solberg's brother do?", botanist, ""},
		{"What did Ingrid Solberg's father do?", botanist, ""},
		{"What did Ingrid Solberg do?", botanist, "botanist"},
		{"What is Lou Park's job?", captain, "cook"},
		{"What does Sam Gray do?", captain, "teacher"},
		{"What did Tessa Gray's brother do?", captain, "teacher"},
		{"What was the profession of Tessa Gray's sister?", captain, ""},
		{"What is Tessa Gray's boat?", captain, ""},
		{"Who is Tessa Gray?", captain, "the captain of the Heron"},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}

// TestNoCallings: a deed done once, what somebody is to others, and what is said of
// somebody else are no callings.
func TestNoCallings(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"Ann Lee", "Ann Lee kept a secret, and told nobody.", ""},
		{"Ann Lee", "Ann Lee sold the house in 1900.", ""},
		{"Ann Lee", "Ann Lee kept a diary.", ""},
		{"Ann Lee", "Ann Lee built a house in 1900.", ""},
		{"Ann Lee", "Ann Lee drove the car, and Tom slept.", ""},
		{"Ann Lee", "Ann Lee ran a mile, and won.", ""},
		{"Ann Lee", "Ann Lee kept quiet.", ""},
		{"Ann Lee", "Ann Lee taught the boys, and left.", ""},
		{"Ann Lee", "Ann Lee sold three ships in 1900.", ""},
		{"Ann Lee", "Ann Lee sold shares in 1900.", ""},
		{"Ann Lee", "Ann Lee kept a small shop in Leeds.", "kept a small shop"},
		{"Ann Lee", "Ann Lee ran the mill, and was rich.", "ran the mill"},
		{"Ann Lee", "Ann Lee kept bees.", "kept bees"},
		{"Ann Lee", "Ann Lee sells old books in Leeds.", "sells old books"},
		{"Ann Lee", "Ann Lee sold fish.", "sold fish"},
		{"Ann Lee", "Ann Lee drove a bus.", "drove a bus"},
		{"Tom Baker", "Tom Baker, a fierce critic of the mayor, left.", ""},
		{"Tom Baker", "Tom Baker, a film critic, left.", "film critic"},
		{"Tom Baker", "Tom Baker was a supporter of the mayor.", ""},
		{"Tom Baker", "Maria married the painter Tom Baker's brother admired.", ""},
		{"Tom Baker", "Maria married the painter Tom Baker.", "painter"},
	} {
		for _, question := range []string{"What did " + c.name + " do?", "What was the profession of " + c.name + "?", "What was " + c.name + "'s job?"} {
			if got := ask(question, Passage{"", c.body}); got.Text != c.want && (got.Sure || c.want != "") {
				t.Errorf("%s %s: %q, want %q (%s)", c.body, question, got.Text, c.want, got.Missing)
			} else if got.Text != c.want {
				t.Logf("unsure: %s %s: %q, want %q", c.body, question, got.Text, c.want)
			}
		}
	}
}

// TestWhy: a sentence without a cause is no answer, and one that goes on about what
// was named just before is.
func TestWhy(t *testing.T) {
	const pumps = "The price of the B-200 pump is 450 euros. The B-200 weighs 38 kg. It was designed by Karl Weiss because the older B-100 overheated. The warranty lasts five years."
	const ship = "The Heron sank off Malta on 4 April 1932. The ship carried 40 passengers because the ferry was closed. Tom Baker proposed Rust, but the team rejected it. Sam Gray moved to Cork to study law."
	for _, c := range []struct{ question, body, want string }{
		{"Why was the B-200 designed?", pumps, "the older B-100 overheated"},
		{"Why does the B-200 cost 450 euros?", pumps, ""},
		{"Why did the Heron sink?", ship, ""},
		{"Why did the ship carry 40 passengers?", ship, "the ferry was closed"},
		{"Why did the team reject Rust?", ship, ""},
		{"Why did Sam Gray move to Cork?", ship, "Sam Gray moved to Cork to study law."},
		{"工厂为什么停工？", "工厂于1912年停工。工人有三百人。", ""},
		{"砖厂为什么关闭？", "洪水冲毁了大坝。砖厂因此关闭。", "洪水冲毁了大坝。"},
		{"砖厂为什么关闭？", "洪水冲毁了大坝。因而砖厂关闭了。", "洪水冲毁了大坝。"},
		{"砖厂为什么关闭？", "洪水冲毁了大坝。砖厂因故关闭。", ""},
		{"砖厂为什么关闭？", "砖厂因此关闭。", ""},
		{"砖厂为什么关闭？", "大坝垮了。所以砖厂关闭了。", "大坝垮了。"},
		{"砖厂为什么关闭？", "砖厂因洪水关闭。", "洪水"},
		{"砖厂为什么关闭？", "由于洪水，砖厂关闭。", "洪水"},
		{"Why did the mill close?", "The river froze. Hence the mill closed.", "The river froze."},
		{"砖厂为什么关闭？", "洪水冲毁了大坝。\n\n砖厂因此关闭。", ""},
		{"砖厂为什么关闭？", "砖厂因洪水冲毁了大坝，因此关闭。", "洪水冲毁了大坝"},
		{"Why did the brickworks close?", "The flood broke the dam. The brickworks therefore closed.", "The flood broke the dam."},
		{"Why did the brickworks close?", "The flood broke the dam. As a result, the brickworks closed.", "The flood broke the dam."},
		{"Why did the brickworks close?", "Ann Lee kept bees. The brickworks closed as a result of the flood.", "The brickworks closed as a result of the flood."},
		{"工厂为什么停工？", "工厂于1912年停工。工厂因为缺少棉花而停工。", "缺少棉花"},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}

// TestNamesAsked: who, and the name of something, is answered by a name or not at all.
func TestNamesAsked(t *testing.T) {
	const tale = "“Dinah, my cat, a little timidly came in,” said Alice. Alice's cat, a little timidly, looked up. The name of Alice's cat is Dinah."
	const watson = "My dear friend, wonderful man, you have it! Sherlock Holmes's friend, a wonderful man, sat by the fire. The engineer was a quiet man."
	for _, c := range []struct{ question, body, want string }{
		{"Who is Sherlock Holmes's friend?", watson, ""},
		{"Who was the friend of Sherlock Holmes?", watson, ""},
		{"What is the name of Sherlock Holmes's friend?", watson, ""},
		{"Who is Sherlock Holmes's friend?", "Sherlock Holmes's friend is a wonderful man. Sherlock Holmes's friend, John Watson, was a doctor.", "John Watson"},
		{"Who is Sherlock Holmes's friend?", "“Your friend Mr. Sherlock Holmes is a wonderful man, sir,” said he.", ""},
		{"Who is Sherlock Holmes's friend?", "He had a friend. “Oh, yes you do, McMurdo,” cried Sherlock Holmes, genially.", ""},
		{"What is the name of Alice's cat?", tale, "Dinah"},
		{"What is the name of Alice's cat?", tale[:len(tale)-len("The name of Alice's cat is Dinah.")], ""},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}
