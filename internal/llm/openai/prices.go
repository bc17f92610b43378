package openai

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"grove/internal/config"
	"grove/internal/llm"
)

//go:embed prices.csv
var prices string

// snapshot is the end of the name of a model's version, by date or as the latest one.
var snapshot = regexp.MustCompile(`-(latest|\d{4,8}(-\d\d)*)$`)

// ListPrices returns the list prices of a well-known model, or of a version of it, at its own provider; zero for any other model or
// endpoint. An empty base is DefaultBaseURL. Prices change: the table says of when they are.
func ListPrices(base config.Address, model string) llm.Prices {
	u, err := url.Parse(cmp.Or(base.Reveal(), DefaultBaseURL))
	if err != nil {
		return llm.Prices{}
	}
	r := csv.NewReader(strings.NewReader(prices))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		return llm.Prices{} // a test reads the table
	}
	name := strings.TrimPrefix(model, "models/")
	for _, row := range rows {
		if row[0] == u.Hostname() && (row[1] == name || row[1] == snapshot.ReplaceAllString(name, "")) {
			return llm.Prices{Prompt: number(row[2]), Prefix: number(row[3]), Completion: number(row[4])}
		}
	}
	return llm.Prices{}
}

func number(s string) float64 {
	n, _ := strconv.ParseFloat(s, 64) // an empty cell is 0
	return n
}
