package metric

import (
	"slices"
	"strings"

	"grove/internal/lists"
)

// WebStep is a step of a web task: the chosen element and the operation, such as
// "CLICK" or "TYPE new york".
type WebStep struct{ Element, Operation string }

// WebScore are the scores of Mind2Web (Deng et al. 2023), each 0 to 1.
type WebScore struct {
	// Element is the share of steps with one of the gold elements, Operation the mean token F1
	// of the operations.
	Element   float64 `json:"element_accuracy"`
	Operation float64 `json:"operation_f1"`
	// Step is the share of steps with the element and the whole operation right; Episode is 1 if
	// all steps are.
	Step    float64 `json:"step_success"`
	Episode float64 `json:"episode_success"`
}

// WebEpisode scores the steps of one task; gold has for each step the accepted elements and the operation.
// A missing step is wrong.
func WebEpisode(steps []WebStep, elements [][]string, operations []string) WebScore {
	var s WebScore
	if len(operations) == 0 {
		return s
	}
	for i, operation := range operations {
		if i >= len(steps) {
			break
		}
		element := 0.0
		if slices.Contains(elements[i], steps[i].Element) {
			element = 1
		}
		f1 := setF1(strings.Fields(steps[i].Operation), strings.Fields(operation))
		s.Element += element
		s.Operation += f1
		if element == 1 && f1 == 1 {
			s.Step++
		}
	}
	n := float64(len(operations))
	if s.Step == n {
		s.Episode = 1
	}
	s.Element, s.Operation, s.Step = s.Element/n, s.Operation/n, s.Step/n
	return s
}

// setF1 is the F1 of two sets of tokens, as Mind2Web's evaluation compares operations.
func setF1(a, b []string) float64 {
	have, want := lists.Set(a), lists.Set(b)
	if len(have) == 0 && len(want) == 0 {
		return 1
	}
	return fMeasure(lists.Common(have, want), len(have), len(want))
}
