package longagent

import "grove/query"

// Role is who made a call: the leader, its answer included, or a member.
type Role string

// The roles.
const (
	Leader Role = "leader"
	Member Role = "member"
)

// RoleOf returns who replied to the prompt of a name (llm.Request.Name), and for a member whether
// its part mentions what was asked for. ok is false for prompts of others and for replies out of
// form.
func RoleOf(prompt, reply string) (role Role, mentions, ok bool) {
	var err error
	switch prompt {
	case leaderPrompt{}.Form().Name:
		role = Leader
		_, err = leaderPrompt{conflicts: true}.Parse(reply)
	case answerPrompt(0).Form().Name:
		role = Leader
		_, err = query.AnswerPrompt{}.Parse(reply)
	case memberPrompt{}.Form().Name:
		var r memberReply
		role = Member
		r, err = memberPrompt{}.Parse(reply)
		mentions = r.answer != ""
	default:
		return "", false, false
	}
	return role, mentions, err == nil
}
