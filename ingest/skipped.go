package ingest

// MaxSkipped is how many skipped files a report names.
const MaxSkipped = 1000

// SkippedFile is a file or folder that a walk passed over, and why.
type SkippedFile struct {
	Item   string `json:"item"`
	Reason string `json:"reason"`
}

// AddSkipped appends a skipped file, up to MaxSkipped.
func AddSkipped(list []SkippedFile, s SkippedFile) []SkippedFile {
	if len(list) >= MaxSkipped {
		return list
	}
	return append(list, s)
}
