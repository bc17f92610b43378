package query

import "strings"

// message is a fixed text in both supported languages.
type message struct{ english, chinese string }

func (m message) in(chinese bool) string {
	if chinese {
		return m.chinese
	}
	return m.english
}

// The texts of abstentions and their punctuation.
var (
	space, stop, comma, colon = message{" ", ""}, message{".", "。"}, message{", ", "、"}, message{": ", "："}

	// nothingRead is what the offline kit says where a question names nothing.
	nothingRead = message{"nothing in the text that was read answers the question", "读到的文本中没有回答这个问题的内容"}
	noDocuments = message{"The workspace holds no documents: ingest some first (grove ingest PATH)",
		"工作区里还没有文档：先用 grove ingest PATH 读入"}
	noReply    = message{"What was read was put to the model, but no answer came of it", "读到的内容已交给模型，但没有得到可用的答案"}
	endedEarly = message{"The search ended early", "搜索提前结束"}
	notSettled = message{"What was read until then does not settle the question", "到那时为止读到的内容还不足以回答这个问题"}
	noModel    = message{"No language model is configured, and this agent reads no text: it answers from a model's own knowledge.",
		"没有配置语言模型，而这个代理不读任何文本：它凭模型自己的知识回答。"}
	outOfReach = message{"Nothing lies within the filter: no document has the given id, tags and date.", "没有文档符合所给的筛选条件（文档、标签、日期）。"}
	noSupport  = message{"no support was found for an answer about ", "没有找到依据，所问的是"}
)

// joined appends a detail to a message.
func (m message) joined(chinese bool, detail string) string {
	switch {
	case detail == "":
		return m.in(chinese) + stop.in(chinese)
	case chinese:
		return m.chinese + "：" + strings.TrimRight(detail, "。. ") + "。"
	}
	return m.english + ": " + strings.TrimRight(detail, ". ") + "."
}
