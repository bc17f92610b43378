package offline

type zhPage struct{}

func readChinese(title, body string) *zhPage { return &zhPage{} }
func (z *zhPage) extraction() Extraction     { return Extraction{} }
func (z *zhPage) phrases() []Phrase          { return nil }
