package alias

// gender is what a title or a given name tells.
type gender int8

const (
	unknown gender = iota
	male
	female
)

// clash reports whether both are known and differ.
func (g gender) clash(h gender) bool { return g != unknown && h != unknown && g != h }

// station is the walk of life that a title belongs to.
type station int8

const (
	anyStation station = iota
	civil
	military
	noble
	kin
)

// title is an honorific or a rank.
type title struct {
	// name is the title's full form, shared by its spellings.
	name    string
	gender  gender
	station station
}

// titles are the English honorifics and ranks that stand before a name.
var titles = map[string]title{
	"mr": {"mister", male, civil}, "mister": {"mister", male, civil}, "master": {"master", male, civil},
	"mrs": {"mistress", female, civil}, "mistress": {"mistress", female, civil}, "missus": {"mistress", female, civil},
	"miss": {"miss", female, civil}, "ms": {"miss", female, civil}, "messrs": {"messieurs", male, civil},
	"monsieur": {"mister", male, civil}, "madame": {"mistress", female, civil}, "mme": {"mistress", female, civil},
	"mademoiselle": {"miss", female, civil}, "mlle": {"miss", female, civil}, "madam": {"mistress", female, civil},
	"herr": {"mister", male, civil}, "frau": {"mistress", female, civil}, "señor": {"mister", male, civil},
	"senor": {"mister", male, civil}, "signor": {"mister", male, civil},
	"sir": {"sir", male, noble}, "dame": {"dame", female, noble},
	"lord": {"lord", male, noble}, "lady": {"lady", female, noble},
	"king": {"king", male, noble}, "queen": {"queen", female, noble},
	"prince": {"prince", male, noble}, "princess": {"princess", female, noble},
	"duke": {"duke", male, noble}, "duchess": {"duchess", female, noble},
	"count": {"count", male, noble}, "countess": {"countess", female, noble}, "earl": {"earl", male, noble},
	"baron": {"baron", male, noble}, "baroness": {"baroness", female, noble},
	"emperor": {"emperor", male, noble}, "empress": {"empress", female, noble}, "tsar": {"tsar", male, noble},
	"uncle": {"uncle", male, kin}, "aunt": {"aunt", female, kin},
	"brother": {"brother", male, kin}, "sister": {"sister", female, kin},
	"father": {"father", male, kin}, "mother": {"mother", female, kin},
	"pope": {"pope", male, noble}, "saint": {"saint", unknown, noble}, "st": {"saint", unknown, noble},
	"bishop": {"bishop", unknown, anyStation}, "archbishop": {"archbishop", unknown, anyStation},
	"cardinal": {"cardinal", male, anyStation}, "reverend": {"reverend", unknown, anyStation}, "rev": {"reverend", unknown, anyStation},
	"dr": {"doctor", unknown, anyStation}, "doctor": {"doctor", unknown, anyStation},
	"professor": {"professor", unknown, anyStation}, "prof": {"professor", unknown, anyStation},
	"president": {"president", unknown, anyStation},
	"senator":   {"senator", unknown, anyStation}, "governor": {"governor", unknown, anyStation},
	"farmer": {"farmer", unknown, anyStation}, "parson": {"parson", unknown, anyStation}, "squire": {"squire", unknown, anyStation},
	"nurse": {"nurse", unknown, anyStation}, "agent": {"agent", unknown, anyStation}, "officer": {"officer", unknown, anyStation},
	"judge": {"judge", unknown, anyStation}, "justice": {"justice", unknown, anyStation}, "chancellor": {"chancellor", unknown, anyStation},
	"inspector": {"inspector", unknown, anyStation}, "detective": {"detective", unknown, anyStation},
	"hon": {"honourable", unknown, anyStation}, "captain": {"captain", unknown, military}, "capt": {"captain", unknown, military},
	"major": {"major", unknown, military}, "maj": {"major", unknown, military},
	"colonel": {"colonel", unknown, military}, "col": {"colonel", unknown, military},
	"general": {"general", unknown, military}, "gen": {"general", unknown, military},
	"lieutenant": {"lieutenant", unknown, military}, "lt": {"lieutenant", unknown, military},
	"sergeant": {"sergeant", unknown, military}, "sgt": {"sergeant", unknown, military},
	"admiral": {"admiral", unknown, military}, "commander": {"commander", unknown, military}, "corporal": {"corporal", unknown, military},
}

// IsTitle reports whether a folded word is an honorific or a rank, which names nobody by itself.
func IsTitle(folded string) bool {
	_, ok := titles[folded]
	return ok
}

// affectionateWords stand before a name without being of it.
var affectionateWords = map[string]bool{"dear": true, "dearest": true, "poor": true}

// hanTitles stand after a Chinese name, longer ones first where one ends in another.
var hanTitles = []struct {
	sign string
	is   title
}{
	{"先生", title{"mister", male, civil}}, {"女士", title{"lady", female, civil}}, {"小姐", title{"miss", female, civil}},
	{"太太", title{"mistress", female, civil}}, {"夫人", title{"mistress", female, civil}},
	{"副总统", title{"vice president", unknown, anyStation}}, {"总统", title{"president", unknown, anyStation}},
	{"总理", title{"premier", unknown, anyStation}}, {"主席", title{"chairman", unknown, anyStation}},
	{"教授", title{"professor", unknown, anyStation}}, {"博士", title{"doctor", unknown, anyStation}},
	{"医生", title{"physician", unknown, anyStation}}, {"老师", title{"teacher", unknown, anyStation}},
	{"部长", title{"minister", unknown, anyStation}}, {"经理", title{"manager", unknown, anyStation}},
	{"将军", title{"general", unknown, military}}, {"上校", title{"colonel", unknown, military}},
}

// suffixes stand after a name and tell father and son apart.
var suffixes = map[string]string{"jr": "junior", "junior": "junior", "sr": "senior", "senior": "senior", "esq": "", "phd": "", "md": ""}
