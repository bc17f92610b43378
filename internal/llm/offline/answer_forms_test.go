package offline

import "testing"

// shelf is the evidence of the question forms, by a short key: free text, where
// no title names the subject, beside short encyclopedic notes.
var shelf = map[string]Passage{
	"bridge":  {"Marrow Bridge", "Marrow Bridge is a stone bridge over the Tarn. The engineer Odile Renner designed it in 1811. It was built by Kester Brothers of Wick. The toll house was not designed by Renner. Its first toll keeper, Abel Strand, died in 1840."},
	"renner":  {"Odile Renner", "Odile Renner was an engineer. She was a native of Corvin and learned drawing from her uncle Marius Renner. She had a dog named Biscuit. Her apprentice Hanno Weiss later opened a foundry in Delmar."},
	"mill":    {"", "Jory Pell, the miller of Ashby, built the water mill at Long Ford. His daughter Tamsin painted the sign of the inn. Old Pell never sold the mill, though Squire Hallow wished to buy it. The miller's cat, Velvet, slept on the flour sacks."},
	"voyage":  {"The Auk Expedition", "The Auk Expedition sailed from Port Hale on 2 May 1874. The surgeon was Lucas Dray and the cook was Ben Otter. On the way home one man died: the sailmaker Peter Coil drowned off Cape Dunmore. The expedition was led by Captain Ines Vardy."},
	"vardy":   {"Ines Vardy", "Captain Vardy was born in Thornbury on 3 June 1831. Ines Vardy married the painter Leon Marsh. She did not return to sea after 1880."},
	"school":  {"Harrow Lane School", "Harrow Lane School is a school in Delmar. It was founded by Agnes Pym in 1852. Agnes Pym was born in Little Orme."},
	"fever":   {"Notes on the fever", "Doctor Elin Voss discovered the cause of the marsh fever in 1903. The fever spread because the wells were open. Elin Voss was given the Star Medal for her work. In 1910 the town of Selby named its hospital after her."},
	"court":   {"Queen Anne of Tarse", "Queen Anne of Tarse reigned for nine years. Her dog, Rex, slept at the foot of the throne. Her sister Maud lived in Ellis Castle. The court painter was Pascal Noir. The queen's crown was stolen by Dirk Morrow."},
	"tale":    {"chapter-7.txt", "Mr. Harkness came from Bristol and spoke little. Captain Bold shook his head at the weather. “Who goes there?” cried the watchman. Mr. Harkness gave the silver key to Lydia Frome. The key had belonged to Colonel Strake."},
	"letters": {"", "The letter was written by Sir Hugh Talbot. It was addressed to Clara Finch, who lived in Rosemont. Clara Finch burned it unread. Talbot's brother was a priest."},
	"clock":   {"The Wexley clock", "The Wexley clock was made by Ambrose Lyle of Pennant. It weighs 420 kilograms and has four dials. The clock stands in the market hall of Wexley. Its bell is called Old Margaret."},
	"moss":    {"The Gull", "The Gull is a weekly newspaper printed in Port Hale. Its owner is the Hale Printing Company. Its editor, Judith Crane, wrote The Salt Year. The newspaper was first printed in 1866."},
	"prize":   {"The Rowan Prize", "The Rowan Prize is given to young poets. Ida Marlow won the Rowan Prize in 1921. Stephen Gault judged the entries but never won the prize."},

	"桥": {"平安桥", "平安桥位于清河县西北的柳树镇，是一座石拱桥。平安桥由工匠梁石安建造，1823年完工，全长86米。桥上的石狮由赵德山雕刻。"},
	"厂": {"永丰纱厂", "永丰纱厂由商人孙伯年创办于1905年。纱厂的总工程师是林慕云。孙伯年没有建造发电厂。1912年纱厂因为缺少棉花而停工。"},
	"林": {"林慕云", "林慕云出生于绍兴，毕业于东海工学院。林慕云设计了第一台国产纺机。她的丈夫是医生周子衡。"},
	"书": {"", "《江潮记》的作者是何文澜。何文澜是宁波人，他养了一只猫，名叫雪团。《江潮记》描写了三代渔民的生活。"},
}

func shelves(keys ...string) []Passage {
	var out []Passage
	for _, k := range keys {
		out = append(out, shelf[k])
	}
	return out
}

func TestFormsInEnglish(t *testing.T) {
	bridge, voyage := shelves("bridge", "renner"), shelves("voyage", "vardy")
	for _, c := range []struct {
		question string
		passages []Passage
		want     string // "" is an abstention
	}{
		// Who did it, in the active and in the passive voice.
		{"Who designed Marrow Bridge?", bridge, "Odile Renner"},
		{"Who built Marrow Bridge?", bridge, "Kester Brothers of Wick"},
		{"By whom was Marrow Bridge designed?", bridge, "Odile Renner"},
		{"Who was Marrow Bridge built by?", bridge, "Kester Brothers of Wick"},
		{"Who made the Wexley clock?", shelves("clock"), "Ambrose Lyle of Pennant"},
		{"Who built the water mill at Long Ford?", shelves("mill"), "Jory Pell"},
		{"Who painted the sign of the inn?", shelves("mill"), "Tamsin"},
		{"Who discovered the cause of the marsh fever?", shelves("fever"), "Doctor Elin Voss"},
		{"Who stole the queen's crown?", shelves("court"), "Dirk Morrow"},
		{"Who wrote the letter?", shelves("letters"), "Sir Hugh Talbot"},
		{"Who burned the letter?", shelves("letters"), "Clara Finch"},
		{"Who won the Rowan Prize?", shelves("prize"), "Ida Marlow"},
		{"Who gave the silver key to Lydia Frome?", shelves("tale"), "Mr. Harkness"},
		{"Who wrote The Salt Year?", shelves("moss"), "Judith Crane"},
		// To whom, whom.
		{"To whom did Mr. Harkness give the silver key?", shelves("tale"), "Lydia Frome"},
		{"Whom did Ines Vardy marry?", voyage, "Leon Marsh"},
		{"Who did Captain Vardy marry?", voyage, "Leon Marsh"},
		// Whose.
		{"Whose apprentice was Hanno Weiss?", bridge, "Odile Renner"},
		{"Whose sister was Maud?", shelves("court"), "Queen Anne of Tarse"},
		{"Whose daughter was Tamsin?", shelves("mill"), "Jory Pell"},
		// Where from.
		{"Where did Odile Renner come from?", bridge, "Corvin"},
		{"Where is Odile Renner from?", bridge, "Corvin"},
		{"Who taught navigation?", []Passage{{"Silas Reed", "Silas Reed was a mate. Afterwards he taught navigation in Delmar."}}, "Silas Reed"},
		{"Where did Silas Reed come from?", []Passage{{"", "Silas Reed was the second mate. He was a native of Cape Lorn; and so they called him a Lorn man."}}, "Cape Lorn"},
		{"Where did Mr. Harkness come from?", shelves("tale"), "Bristol"},
		{"Where does the Wexley clock stand?", shelves("clock"), "the market hall of Wexley"},
		{"Where did Clara Finch live?", shelves("letters"), "Rosemont"},
		// The name of somebody's something.
		{"What is the name of Queen Anne's dog?", shelves("court"), "Rex"},
		{"What was the name of Odile Renner's dog?", bridge, "Biscuit"},
		{"What is the name of the miller's cat?", shelves("mill"), "Velvet"},
		{"What is the bell of the Wexley clock called?", shelves("clock"), "Old Margaret"},
		{"Who is the owner of the Gull?", shelves("moss"), "Hale Printing Company"},
		{"Who was the first toll keeper of Marrow Bridge?", shelves("bridge"), "Abel Strand"},
		{"Who was the cook of the Auk Expedition?", shelves("voyage"), "Ben Otter"},
		// Which of a kind.
		{"Which member of the Auk Expedition died?", shelves("voyage"), "Peter Coil"},
		{"Which medal was Elin Voss given?", shelves("fever"), "Star Medal"},
		{"Which newspaper is printed in Port Hale?", shelves("moss", "voyage"), "Gull"},
		{"Which town named its hospital after Elin Voss?", shelves("fever"), "Selby"},
		// The one who: the inner clause first.
		{"Where was the engineer who designed Marrow Bridge from?", bridge, "Corvin"},
		{"Where did the engineer who designed Marrow Bridge come from?", bridge, "Corvin"},
		{"Who was the apprentice of the engineer who designed Marrow Bridge?", bridge, "Hanno Weiss"},
		{"Where was the woman who founded Harrow Lane School born?", shelves("school"), "Little Orme"},
		{"Who did the captain who led the Auk Expedition marry?", voyage, "Leon Marsh"},
		{"Where was the captain who led the Auk Expedition born?", voyage, "Thornbury"},
		// A sentence answers why and how.
		{"Why did the fever spread?", shelves("fever"), "the wells were open"},
		{"How much does the Wexley clock weigh?", shelves("clock"), "420 kilograms"},
		{"How many dials does the Wexley clock have?", shelves("clock"), "four"},
		// What the passages do not say, though they hold the names.
		{"Who designed the toll house of Marrow Bridge?", bridge, ""},
		{"Who sold the mill at Long Ford?", shelves("mill"), ""},
		{"Who bought the mill?", shelves("mill"), ""},
		{"Who repaired the Wexley clock?", shelves("clock"), ""},
		{"Who sank the Gull?", shelves("moss", "voyage"), ""},
		{"Whose apprentice was Odile Renner?", bridge, ""},
		{"What is the name of Queen Anne's cat?", shelves("court", "mill"), ""},
		{"What is the name of Talbot's brother?", shelves("letters"), ""},
		{"Where did Lucas Dray come from?", voyage, ""},
		{"Where is Dirk Morrow from?", shelves("court"), ""},
		{"When did Captain Bold marry?", shelves("tale"), ""},
		{"Which medal did Odile Renner win?", shelves("renner", "fever"), ""},
		{"Who stole the silver key?", shelves("tale", "court"), ""},
		{"Where was the man who burned the letter born?", shelves("letters"), ""},
		{"Who won the Star Medal with Elin Voss?", shelves("fever", "prize"), ""},
		{"Which ship did Ines Vardy build?", voyage, ""},
		{"How many arches does Marrow Bridge have?", bridge, ""},
		{"What colour is the Wexley clock?", shelves("clock"), ""},
		{"When did Ines Vardy return to sea?", voyage, ""},
	} {
		check(t, c.question, c.passages, c.want)
	}
}

func TestFormsInChinese(t *testing.T) {
	mill := shelves("厂", "林")
	for _, c := range []struct {
		question string
		passages []Passage
		want     string
	}{
		{"平安桥是谁建造的？", shelves("桥"), "工匠梁石安"},
		{"谁建造了平安桥？", shelves("桥"), "工匠梁石安"},
		{"平安桥由谁建造？", shelves("桥"), "工匠梁石安"},
		{"谁雕刻了桥上的石狮？", shelves("桥"), "赵德山"},
		{"平安桥位于哪个镇？", shelves("桥"), "柳树镇"},
		{"平安桥全长多少米？", shelves("桥"), "86米"},
		{"平安桥哪一年完工？", shelves("桥"), "1823年"},
		{"谁创办了永丰纱厂？", mill, "商人孙伯年"},
		{"永丰纱厂的创办人是谁？", mill, "商人孙伯年"},
		{"永丰纱厂的总工程师是谁？", mill, "林慕云"},
		{"永丰纱厂的总工程师出生于哪里？", mill, "绍兴"},
		{"谁设计了第一台国产纺机？", mill, "林慕云"},
		{"设计第一台国产纺机的人毕业于哪所学校？", mill, "东海工学院"},
		{"林慕云的丈夫是谁？", mill, "医生周子衡"},
		{"1912年纱厂为什么停工？", mill, "缺少棉花"},
		{"《江潮记》是谁写的？", shelves("书"), "何文澜"},
		{"何文澜是哪里人？", shelves("书"), "宁波"},
		{"何文澜的猫叫什么名字？", shelves("书"), "雪团"},
		{"谁建造了发电厂？", mill, ""},
		{"谁拆毁了平安桥？", shelves("桥"), ""},
		{"《江潮记》由哪家出版社出版？", []Passage{{"", "《江潮记》由东海出版社出版。"}}, "东海出版社"},
		{"谁制造了风琴？", []Passage{{"", "这台风琴由柳州的工匠罗玉成制造，重90公斤。"}}, "工匠罗玉成"},
		{"谁雕刻了平安桥？", shelves("桥"), ""},
		{"林慕云的儿子是谁？", mill, ""},
		{"赵德山出生于哪里？", shelves("桥"), ""},
		{"平安桥有多少级台阶？", shelves("桥"), ""},
		{"孙伯年毕业于哪所大学？", mill, ""},
	} {
		check(t, c.question, c.passages, c.want)
	}
}
