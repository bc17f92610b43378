package alias

import "strings"

// givenNames are common English given names, one line a name with its short
// forms, beginning with a sign of the gender. A short form that is as often a
// name of its own has a ~. The table is short on purpose: a name that is not
// here only makes a pair Grey that might have been decided.
const givenNames = `
m abraham abe
m albert al ~bert bertie
m alexander alex ~alec sandy
m alfred alf fred freddy
m andrew andy drew
m anthony tony
m arthur art
m benjamin ben benny
m charles charlie charley chuck
m daniel dan danny
m david dave davy
m donald
m edward ed eddie ned ted teddy
m ernest ernie
m francis ~frank
m frederick
m george georgie
m gregory greg
m harold ~hal
m henry ~harry hank
m isaac ike
m jacob jake
m james jim jimmy jem jamie
m jonathan jon
m john ~jack johnny
m joseph joe joey
m kenneth ken kenny
m lawrence larry
m leonard len lenny
m matthew matt
m michael mike mickey
m nicholas nick
m oliver
m patrick paddy
m paul
m peter pete
m philip phil
m ralph
m raymond ray
m richard dick rick richie
m robert bob bobby rob robbie
m ronald ron
m samuel sam sammy
m stephen steve
m theodore
m thomas tom tommy
m timothy tim
m vincent
m walter walt
m william bill billy will willie
f abigail abby
f agnes
f alice
f amelia
f anne ann annie anna nan ~nancy
f barbara
f caroline carrie
f catherine katherine kate ~kitty katie cathy kathy
f charlotte lottie
f christina chris tina
f deborah debbie
f diana di
f dorothy dolly dot
f eleanor nell nellie ~nora
f elizabeth ~eliza lizzie lizzy beth bess bessie ~betty betsy liz libby
f emily
f emma
f florence flo
f frances ~fanny
f georgiana
f grace
f harriet hattie
f helen
f jane janie
f jennifer jenny
f jessica jess
f joan
f julia
f laura
f louisa
f lucy
f lydia
f margaret maggie meg peggy madge ~daisy ~greta
f maria
f martha
f mary ~molly ~polly
f patricia
f rachel
f rebecca becky
f rose
f ruth
f sarah ~sally
f sophia sophie
f susan sue susie
f susannah
f victoria vicky
f virginia ginny
`

// given is what a given name tells.
type given struct {
	formal string
	gender gender
	// own tells of a short form that is as often a name of its own.
	own bool
}

// givens looks a given name up, whether formal or short.
var givens = readGivens()

func readGivens() map[string]given {
	out := map[string]given{}
	for line := range strings.Lines(givenNames) {
		names := strings.Fields(line)
		if len(names) < 2 {
			continue
		}
		g := given{formal: names[1], gender: male}
		if names[0] == "f" {
			g.gender = female
		}
		for _, n := range names[1:] {
			name, own := strings.CutPrefix(n, "~")
			g.own = own
			out[name] = g
		}
	}
	return out
}

// formal returns the full form of a given name, or the name itself.
func formal(name string) string {
	if g, ok := givens[name]; ok {
		return g.formal
	}
	return name
}
