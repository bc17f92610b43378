package tree

// sizes share out a window, in tokens [G].
type sizes struct {
	// reply bounds the replies that decompose and reflect, answer the last one.
	reply, answer int
	// memory bounds the earlier steps that a prompt shows, schema the names of
	// the schema in a reflection.
	memory, schema int
}

// sizesFor shares out a window.
func sizesFor(window int) sizes {
	reply := min(max(window/8, 192), 1024)
	return sizes{reply: reply, answer: max(reply, min(window/4, 512)), memory: window / 10, schema: window / 12}
}
