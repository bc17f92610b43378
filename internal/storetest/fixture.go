package storetest

import "grove/internal/graph"

// Small returns the graph that most cases read. Chunks, with # and their index:
//
//	voyage.txt#0  Ahab commands the Pequod.
//	voyage.txt#1  Ishmael sails on the Pequod. The Pequod hunts the whale.
//	voyage.txt#2  Ahab hates the whale. He hunts it.
//	log.txt#0     Captain Ahab commands the Pequod. Starbuck obeys Ahab.
//	鲸.txt#0      亚哈指挥裴廓德号。
//
// Typed relations, with their support where it is not 1:
//
//	starbuck --OBEYS--> ahab ==COMMANDS 2==> pequod --HUNTS--> whale
//	                    ahab ----OWNS------> pequod             ^
//	                    ahab --FEARS--> ahab                    |
//	                    ahab ----------HATES--------------------+
//	       ishmael ----SAILS_ON-----> pequod
//	亚哈 --指挥--> 裴廓德号
//
// Facts are about the key elements they name; the two chunks that state "ahab
// commands the pequod" differ: only log.txt says that it is about "captain" too.
func Small() []graph.Bundle { return []graph.Bundle{voyage(), logbook(), chinese()} }

func voyage() graph.Bundle {
	b := Bundle("voyage.txt", "Ahab at sea",
		Piece{
			Text: "Ahab commands the Pequod. ", Heading: "Chapter 1", Page: "iv",
			Mentions: []Named{
				{Surface: "Ahab", Type: "Person", Description: "a captain"},
				{Surface: "Ahab", Type: "Person", In: graph.InTitle},
				{Surface: "Pequod", Type: "Ship"},
			},
			Facts:      []Said{{Text: "Ahab commands the Pequod.", About: []string{"ahab", "pequod"}}},
			Attributes: []Has{{Entity: "pequod", Key: "kind", Value: "ship"}},
			Relations: []Link{
				{Head: "ahab", Relation: "COMMANDS", Tail: "pequod", HeadText: "Ahab", TailText: "Pequod"},
				{Head: "ahab", Relation: "OWNS", Tail: "pequod"},
			},
		},
		Piece{
			Text: "Ishmael sails on the Pequod. The Pequod hunts the whale. ", Heading: "Chapter 1", Page: "iv",
			Mentions: []Named{
				{Surface: "Ishmael", Type: "Person"},
				{Surface: "Pequod", Type: "Ship"},
				{Surface: "The Pequod", Norm: "pequod", Type: "Vessel", Same: "the ship\nwhaler", Apart: "whale"},
				{Surface: "whale"},
			},
			Facts: []Said{
				{Text: "Ishmael sails on the Pequod.", About: []string{"ishmael", "pequod"}},
				{Text: "The Pequod hunts the whale.", About: []string{"pequod", "whale"}},
				{Text: "The Pequod hunts the whale.", Surface: "hunts the whale", About: []string{"pequod", "whale"}},
			},
			Relations: []Link{
				{Head: "ishmael", Relation: "SAILS_ON", Tail: "pequod"},
				{Head: "pequod", Relation: "HUNTS", Tail: "whale"},
			},
		},
		Piece{
			Text: "Ahab hates the whale. He hunts it.", Heading: "Chapter 2", Page: "v",
			Mentions: []Named{{Surface: "Ahab"}, {Surface: "whale"}},
			Facts: []Said{
				{Text: "Ahab hates the whale.", About: []string{"ahab", "whale"}},
				{Text: "Ahab hunts the whale.", Surface: "He hunts it.", About: []string{"ahab", "whale"}},
			},
			Relations: []Link{
				{Head: "ahab", Relation: "HATES", Tail: "whale"},
				{Head: "ahab", Relation: "FEARS", Tail: "ahab"},
			},
		})
	b.Document.SourceID = "v1"
	b.Document.Tags = []string{"author=Melville", "year=1851"}
	return b
}

func logbook() graph.Bundle {
	b := Bundle("log.txt", "",
		Piece{
			Text: "Captain Ahab commands the Pequod. Starbuck obeys Ahab.",
			Mentions: []Named{
				{Surface: "Captain Ahab", Norm: "ahab", Type: "Person", Description: "a captain"},
				{Surface: "Ahab", Type: "Person"},
				{Surface: "Captain"},
				{Surface: "Pequod", Type: "Ship"},
				{Surface: "Starbuck", Type: "Person"},
			},
			Facts: []Said{
				{Text: "Ahab commands the Pequod", About: []string{"ahab", "captain", "pequod"}},
				{Text: "Starbuck obeys Ahab.", About: []string{"starbuck", "ahab"}},
			},
			Attributes: []Has{{Entity: "ahab", Key: "rank", Value: "Captain"}},
			Relations: []Link{
				{Head: "ahab", Relation: "COMMANDS", Tail: "pequod", HeadText: "Captain Ahab", TailText: "Pequod"},
				{Head: "starbuck", Relation: "OBEYS", Tail: "ahab", HeadText: "Starbuck", TailText: "Ahab"},
			},
		})
	b.Document.SourceID = "l1"
	return b
}

func chinese() graph.Bundle {
	b := Bundle("鲸.txt", "白鲸",
		Piece{
			Text:       "亚哈指挥裴廓德号。",
			Mentions:   []Named{{Surface: "亚哈", Type: "人物"}, {Surface: "裴廓德号", Type: "Ship"}},
			Facts:      []Said{{Text: "亚哈指挥裴廓德号。", About: []string{"亚哈", "裴廓德号"}}},
			Attributes: []Has{{Entity: "裴廓德号", Key: "类型", Value: "船"}},
			Relations:  []Link{{Head: "亚哈", Relation: "指挥", Tail: "裴廓德号"}},
		})
	b.Document.Language = "zh"
	return b
}
