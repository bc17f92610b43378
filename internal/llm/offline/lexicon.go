package offline

import "strings"

// functionWords are English words that carry no content of their own. They are
// more than the search stop list: a key element is never one of them.
var functionWords = wordSet(`
a an the this that these those some any each every either neither no none all both half such same own other others another
i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves
they them their theirs themselves one ones who whom whose which what whatever whoever thou thee thy ye
and or but nor so yet for if then else than because although though while whereas unless until till since as whether
of in on at by to from with without within into onto upon over under above below between among amongst through throughout during
before after about against along across around behind beyond beside besides despite down off out up near toward towards via per
is are was were be been being am do does did doing done has have had having will would shall should can could may might must
not never ever also only just even still already again once twice here there where when why how now then soon very too quite
rather almost much many more most less least few several enough perhaps maybe however therefore thus hence moreover furthermore
yes oh ah o ay nay well let us etc e.g i.e vs like unlike except including according due instead together apart aside
later earlier ago first second third last next former latter new old good great other various certain different
first-ever upon nevertheless nothing something anything everything nobody somebody anybody everybody everyone someone anyone
always often sometimes usually usual anyhow anyway away back else especially mainly mostly lot lots bit
today tomorrow yesterday tonight best better worst thing things way ways kind sort part able unable likely such based
two three four five six seven eight nine ten de la`)

// openers are words that often begin a sentence and then wear a capital, but
// are no names. Together with functionWords and wordForms they keep single
// words at a sentence's beginning out of the names.
var openers = wordSet(`
according although among another because before both despite during each early following given having here however in initially
later many most much nearly next no not nothing now on once originally other out over previously rather recently several similarly
since some sometimes soon still subsequently such suddenly surely then there therefore though three through thus today together
two under until upon usually when whenever where whether while why without yet yes please come go call look listen tell take give
let see think say hear stay stop wait chapter part section page book volume note figure table contents introduction preface
nevertheless meanwhile moreover finally eventually currently formerly primarily located born died set written directed produced
starring released based founded established known named called built made educated raised well oh ah hello hark aye alas people men
women children night day morning evening music filming production critics great good old new little poor dear young big critical
additional main notable famous popular early late original final officials police authorities president experts scientists
researchers doctors students teachers workers soldiers troops members leaders sources reports spring summer autumn winter god heaven
hitherto hereupon thereupon whereupon hereafter thereafter henceforth thenceforth hence thence whence hither thither whither forthwith
likewise otherwise nonetheless notwithstanding beneath amid amidst albeit lest anon methinks doubtless alas lo behold hush bah pshaw
aha ha hurrah hullo hello hallo why indeed verily instead elsewhere somewhere nowhere meantime afterward afterwards beforehand overhead
good-bye farewell nay thou thy whose everything everyone everybody nobody anything something half hardly perhaps maybe indeed`)

// verbForms are common verb forms that do not end in -ed, as they stand in
// narrative: they end a noun phrase, and may be a fact's main verb.
var verbForms = wordSet(`
became become becomes began begin begins bought brought built came come comes cost cut died drew drove fell felt fought found fled
flew gave gives give went goes go got gets get grew heard held holds hold kept keeps keep knew known knows led leads lead left leaves leave
lost loses lies lay made makes make met meets meet paid plays put ran runs run said says say saw seen see sees sang sung sings sat
sold sent sends serves set sets shot shows shown show spoke spoken speaks spent stands stood starred stars sued swam taught teaches takes take
took taken tells told tell thinks thought threw thrown tries understood wears wins won win writes wrote written write worn woke follows
follow features feature features contains contain includes include produces consists consist remains remain tries try seems seem appears appear
rose risen rode ride rides read reads hid hit hurt laid lit bore born bears beat bit blew broke broken burst bound caught chose chosen crept dealt dug
ate eaten fed forgot forgotten froze hung knelt lent meant mistook overcame rang sank sunk shook shone shrank slept slid sought stole stolen struck
stuck stung strove swore swept swung tore wept withdrew wrung undertook underwent upheld describes describe depicts belongs belong
explores examines serves refers refer means mean wants want needs need works lives live dies moves move allows allow helps help
asks ask calls call cries cry turns turn looks look believes believe provides provide uses use requires require offers offer creates`)

// emptyVerbs are verb forms that say too little to be a key element.
var emptyVerbs = wordSet(`
became become becomes came come comes get gets got give gives gave go goes went had has have made make makes put said say says see sees seen saw
took take takes taken set sets known used based named called included includes include including seem seems appear appears located
found followed considered featured lay lies stood stands born tried wanted regarded described using going being having doing`)

// notVerbs are words that end as verbs do but are nouns or adjectives.
var notVerbs = wordSet(`
red bed seed speed need deed feed breed greed creed weed shed sled hundred kindred sacred naked wicked ragged rugged aged beloved
learned united limited indeed wedding building king ring wing spring string thing evening morning ceiling feeling meaning painting
writing reading recording beginning ending engineering meeting training being wing sibling ceiling pudding clothing lightning
offspring earring warning opening hearing dwelling gathering fishing whaling shipping farming mining banking boxing wrestling cooking
housing lodging marketing programming drawing saying sting bring sing bling outstanding leading living supporting surrounding underlying`)

// demonym tells a word for the people of a country, or of a larger region.
func demonym(word string) bool {
	if c, ok := countryNames[word]; ok {
		return !c.place
	}
	return regions[word]
}

var regions = wordSet(`European African Asian African-American Afro-American Anglo-Irish Scandinavian Latin Arab Arabic Jewish Christian Catholic
Muslim Buddhist Hindu Protestant Islamic Bengali Tamil Telugu Malayalam Punjabi Hindi Marathi Kannada Soviet Yugoslav Czechoslovak Roman
Byzantine Ottoman Prussian Bavarian Catalan Basque Sicilian Parisian Hawaiian Californian Texan Kurdish Palestinian Tibetan Hispanic
Republican Democratic Communist Victorian Gothic Baptist Methodist Presbyterian Orthodox Anglican Lutheran Quaker`)

// kinds gives the type that a noun makes of what it is said of: "is a village".
var kinds = kindTable(map[string]string{
	"Work": `film films movie comedy drama documentary western thriller song single album ep lp novel novella book poem play musical opera
ballet symphony painting series sitcom soap anime manga comic magazine newspaper journal newsletter show programme program sculpture mixtape
soundtrack track tune anthem hymn essay biography autobiography memoir trilogy serial miniseries telefilm remake sequel prequel fresco portrait
statue concerto sonata cantata oratorio ballad cartoon encyclopedia dictionary treatise manuscript poem anthology short animation
podcast operetta suite videogame periodical novelette story screenplay tragedy photograph print bill law act treaty`,
	"Person": `actor actress director filmmaker producer screenwriter writer author novelist poet playwright dramatist journalist singer songwriter
singer-songwriter musician composer conductor pianist guitarist drummer bassist violinist rapper dj politician statesman lawyer judge jurist
businessman businesswoman entrepreneur footballer player cricketer athlete swimmer boxer wrestler cyclist runner coach manager king queen
prince princess duke duchess emperor empress count countess earl baron baroness nobleman noblewoman knight bishop archbishop pope
priest theologian philosopher scientist physicist chemist mathematician biologist astronomer historian economist engineer architect painter sculptor
artist photographer cinematographer editor comedian model dancer choreographer soldier officer general admiral commander captain teacher
professor academic scholar physician surgeon doctor nurse activist diplomat explorer inventor critic translator editor broadcaster presenter host
designer missionary monk nun saint lord lady baronet aristocrat man woman boy girl character golfer jockey racer driver pilot astronaut
chef banker merchant farmer sailor lieutenant colonel major sergeant senator governor president minister mayor member son daughter brother
sister wife husband father mother child native ruler sultan pharaoh khan chief leader bandleader illustrator cartoonist animator geologist botanist
zoologist anthropologist psychologist sociologist linguist librarian blogger youtuber vocalist trumpeter saxophonist cellist harpsichordist organist
socialite heiress criminal murderer gangster revolutionary rebel slave spy agent goalkeeper midfielder defender striker forward winger quarterback
pitcher catcher umpire referee rabbi imam cardinal abbot abbess regent consort heir pretender courtier chancellor ambassador`,
	"Location": `village town city municipality commune hamlet suburb neighbourhood neighborhood district county province state region country
republic kingdom island islands river stream creek lake sea ocean bay gulf mountain mountains hill valley desert forest park bridge street road
highway square castle palace church cathedral temple mosque monastery abbey building skyscraper tower stadium arena theatre theater
museum airport station railway settlement parish township borough locality community area peninsula cape glacier volcano canyon port
harbour harbor fort fortress canal dam reservoir cemetery garden plantation farm estate mansion house hotel hospital prison capital
quarter ward barangay oblast prefecture department territory colony waterfall cave crater planet moon strait pass plateau plain summit peak`,
	"Organization": `band group duo trio quartet quintet company corporation firm manufacturer publisher label studio university college school academy institute
institution organization organisation association society foundation charity club team party movement union army navy regiment
brigade battalion division agency ministry bureau committee council commission court parliament church bank airline newspaper broadcaster
network channel station orchestra choir ensemble troupe federation league franchise conglomerate retailer brand chain startup cooperative
supergroup consortium think-tank seminary conservatory lyceum gymnasium fraternity sorority subsidiary squad family dynasty tribe`,
	"Event": `war battle siege campaign revolution revolt uprising rebellion election referendum festival tournament championship competition contest match race
ceremony conference summit massacre earthquake hurricane flood eruption disaster accident crash fire explosion protest riot coup invasion
expedition voyage tour season edition concert exhibition exposition trial wedding game games olympics cup crisis scandal famine`,
	"Product": `ship boat vessel submarine aircraft airplane helicopter car automobile motorcycle locomotive truck rocket missile rifle gun tank spacecraft satellite software console computer smartphone phone camera drug vaccine website app engine device whaler schooner frigate battleship`,
	"Species": `species genus family moth beetle butterfly bird fish plant tree shrub flower fungus snail spider frog lizard snake mammal dinosaur fern grass orchid subspecies breed`,
	"Concept": `award prize medal theory method technique concept theorem algorithm language dialect religion philosophy ideology genre style sport disease syndrome disorder law protein gene compound mineral chemical element unit`,
})

func kindTable(byType map[string]string) map[string]string {
	m := map[string]string{}
	// A word under two types means the earlier one of this order.
	for _, t := range []string{"Work", "Person", "Location", "Organization", "Event", "Product", "Species", "Concept"} {
		for _, w := range strings.Fields(byType[t]) {
			if _, taken := m[w]; !taken {
				m[w] = t
			}
		}
	}
	return m
}

// kindOf is the type that a noun makes of what it is said of, or "".
func kindOf(noun string) string {
	if t, ok := kinds[noun]; ok {
		return t
	}
	if t, ok := kinds[strings.TrimSuffix(noun, "s")]; ok {
		return t
	}
	for _, end := range []string{"ologist", "grapher", "player", "writer", "maker", "worker", "woman", "man"} {
		if len(noun) > len(end)+1 && strings.HasSuffix(noun, end) {
			return "Person"
		}
	}
	return ""
}

// lastWords gives the type of a name by its last word: "Amazon River".
var lastWords = kindTable(map[string]string{
	"Organization": `University College School Academy Institute Company Corporation Corp Corp. Inc Inc. Ltd Ltd. Co Co. GmbH AG LLC PLC Group Party Army Navy Force
Club Records Pictures Studios Studio Entertainment Productions Orchestra Philharmonic Association Society Foundation Federation Union Council Committee Commission
Ministry Department Agency Bureau Office Court Senate Congress Parliament Assembly Bank Press Publishing Publications Times Post Journal
Network Channel Television Radio Airlines Airways Motors Industries Systems Technologies Laboratories Services Team Band Boys Brothers Sisters
League FC F.C. United Rovers Wanderers Athletic Collection Collections Archive Archives Channel YouTube Universität Hochschule Seminary Conservatory Conservatoire Organization Organisation
Authority Administration Board Center Centre Hospital Museum Library Guard Police Corps Regiment Division Brigade Battalion
Communications International Trust Fund Coalition Alliance Front Movement Guild Theatre Theater Cinema Films Broadcasting Company House Bros Bros. Knicks Yankees Lakers Giants`,
	"Location": `River Lake Sea Ocean Bay Gulf Mountain Mountains Mount Hills Hill Valley Desert Forest Park Bridge Street Road Avenue Lane Square Castle Palace
Church Cathedral Temple Abbey Monastery Tower Stadium Arena Airport Station County Province State District Region Island Islands Isles City
Peninsula Cape Beach Coast Creek Falls Canyon Harbor Harbour Port Fort Canal Cemetery Gardens Heights Springs Village Town Township
Borough Parish Prefecture Oblast Republic Kingdom Empire Territory Terrace Strait Channel Plains Ridge Peak Pass Place Court Hall Manor Inn Hotel Mansion Lodge Grove Farm Building Boulevard Highway`,
	"Event":   `War Wars Battle Revolution Rebellion Uprising Festival Olympics Games Cup Championship Championships Tournament Conference Congress Massacre Crisis Election Elections Treaty Open Prix Marathon Riots Siege Crusade Holocaust Concert`,
	"Concept": `Award Awards Prize Medal Act Law Theory Theorem Syndrome Disease Code Language Order`,
	"Work":    `Symphony Sonata Concerto Overture Suite Chronicles Trilogy Saga Gazette Tribune Herald Magazine Bible`,
})

// firstWords gives the type of a name by its first word: "Battle of Hastings".
var firstWords = kindTable(map[string]string{
	"Organization": `University Bank Ministry Department Institute Academy House Senate Church College School Society Order Bureau Academy Museum`,
	"Location":     `Mount Mt. Lake River Gulf Bay Cape Fort Port Isle Isles Republic Kingdom County Province City Lower Upper North South East West New San Santa Saint-Denis Los Las Sierra Puerto Rio`,
	"Event":        `Battle Siege War Treaty Operation Council Feast Massacre World`,
	"Concept":      `Doctrine Theory Legion`,
})

// ofHeads are the words behind which "of" goes on with a name.
var ofHeads = wordSet(`University Bank Ministry Department Institute Academy House Church College School Society Order Bureau Gulf Bay Cape Isle Republic Kingdom
County Province City Battle Siege Treaty Council Feast Duke Duchess King Queen Prince Princess Earl Count Countess Emperor Empress Bishop Archbishop
Lord Lady Baron Marquess Marquis Viscount Landgrave Margrave Elector Grand Court Board States State Union Museum Statue Tower Bill Book Declaration Lake Islands Commonwealth
Chamber Federation League Federation Association Company Royal Secretary Minister Knight Knights Daughters Sons Legion Medal Cross Centre Center Hall Sea Strait Principality Tribunal Conservatory Massacre War Wars Museum Library Master Bachelor Doctor Daughter Feast Church Cathedral Archdiocese Diocese Heart Temple Faculty`)

// joiners join the parts of a name where capitals stand on both sides.
var joiners = wordSet(`de del della di da do dos das du des von van der den ter ten zu af av la le las los el al y e bin ibn bint und of the & d' l' im am à`)

// honours are titles before a person's name that stay part of it.
var honours = wordSet(`Mr Mr. Mrs Mrs. Ms Ms. Miss Dr Dr. Sir Lord Lady Dame Captain Capt. Colonel Col. Major General Gen. Lieutenant Lt. Sergeant Sgt. Admiral
Commander Reverend Rev. Father Mother Sister Brother Saint St. King Queen Prince Princess Duke Duchess Earl Count Countess Baron Baroness Emperor Empress Pope
Bishop Archbishop Cardinal Uncle Aunt Aunty Madame Monsieur Mademoiselle Squire Master Mistress Don Doña Señor Señora Professor Prof. Herr Frau Sultan Rabbi Judge Hon. Esq`)

// offices are titles before a person's name that are no part of it.
var offices = wordSet(`President Senator Sen. Rep. Governor Gov. Minister Chancellor Premier Secretary Mayor Congressman Ambassador Justice Chairman Director Spokesman Spokeswoman
Commissioner Speaker Leader Adviser Advisor Correspondent President-elect Incumbent Candidate Congresswoman Councillor
Vice Prime Representative Deputy Chief Coach Officer Detective Inspector Actor Actress Singer Author`)

// officeAreas are words before an office: "Foreign Minister".
var officeAreas = wordSet("Foreign Defense Defence Interior Finance Attorney Health Justice Education Trade")

// notNames are short words in capitals that name nothing by themselves.
var notNames = wordSet("GMT EST PST UTC BST GDP DVD TV DJ CD EP LP MP CEO FM AM PM PC MC VHS UK-based")

// givenNames are common first names: weak evidence of a person.
var givenNames = wordSet(`
James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Donald Steven Paul Andrew Joshua Kenneth Kevin
Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Frank
Alexander Raymond Patrick Jack Dennis Jerry Tyler Aaron Jose José Adam Henry Nathan Douglas Zachary Peter Kyle Walter Ethan Jeremy Harold Keith Christian Roger
Noah Gerald Carl Terry Sean Austin Arthur Lawrence Jesse Dylan Bryan Joe Jordan Billy Bruce Albert Willie Gabriel Logan Alan Juan Wayne Roy Ralph Randy Eugene
Vincent Russell Elijah Louis Bobby Philip Johnny Fred Frederick Francis Hugh Ernest Alfred Leonard Howard Stanley Oscar Edgar Herbert Leo Max Simon Martin Ian Neil
Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Margaret Sandra Ashley Kimberly Emily Donna Michelle Carol Amanda Dorothy
Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Kathleen Amy Angela Shirley Anna Brenda Pamela Emma Nicole Helen Samantha Katherine Christine Debra Rachel Carolyn
Janet Catherine Maria Heather Diane Ruth Julie Olivia Joyce Virginia Victoria Kelly Lauren Christina Joan Evelyn Judith Megan Andrea Cheryl Hannah Jacqueline Martha Gloria
Teresa Ann Anne Sara Madison Frances Kathryn Janice Jean Abigail Alice Julia Judy Sophia Grace Denise Amber Doris Marilyn Danielle Beverly Isabella Theresa Diana Natalie
Charlotte Marie Kayla Alexis Lori Jane Lucy Ellen Eleanor Florence Rose Agnes Clara Edith Harriet Louise Caroline Fanny Sophie Kate Mabel Ada Ida Eva
Carlos Luis Jorge Pedro Miguel Antonio Francisco Manuel Javier Fernando Rafael Ricardo Alberto Eduardo Sergio Mario Roberto Pablo Diego Andrés João Paulo
Giovanni Giuseppe Marco Luca Francesco Alessandro Andrea Paolo Pietro Luigi Carlo Franco Guido Camillo Lina Massimo Salvatore Vittorio Bruno Enzo Sergio Dino
Hans Karl Heinrich Wilhelm Friedrich Johann Johannes Franz Otto Fritz Ludwig Hermann Ernst Wolfgang Klaus Jürgen Günther Werner Helmut Max Rudolf August Gustav Kurt
Jean Pierre Jacques Michel André Philippe François Claude Marcel Henri René Antoine Julien Émile Lucien Georges Gérard Guy Alain Yves Olivier
Ivan Vladimir Sergei Alexei Nikolai Dmitri Boris Mikhail Pavel Andrei Viktor Yuri Igor Oleg Anatoly Leonid Natalia Olga Tatiana Svetlana Irina
Mohammed Muhammad Mohamed Ahmed Ali Hassan Hussein Abdul Abdullah Omar Ibrahim Yusuf Khalid Mustafa Fatima Aisha
Raj Ram Krishna Vijay Anil Sunil Rajesh Sanjay Amit Ravi Arjun Priya Lakshmi Indira Gandhi Akira Hiroshi Kenji Takeshi Yoko Kim Lee Li Wang Chen Zhang
Bill Bob Jim Tom Tim Mike Steve Dan Ben Sam Ted Ed Tony Nick Greg Jeff Rick Ron Don Ken Ray Chuck Pat Chris Alex Andy Rob Dave Pete Harry Charlie Lloyd Clint
Erik Lars Sven Nils Olof Anders Björn Per Johan Magnus Axel Knut Ole Niels Søren Sigurd Ingmar Ingrid Astrid Greta Marek Jan Piotr Andrzej Stanisław
Ishmael Ahab Ezekiel Isaac Abraham Moses Solomon Elias Jonah Levi Nathaniel Silas Ezra Ebenezer Percy Reginald Cecil Cyril Edmund Edwin Ambrose Augustus Augusta
Brigitte Greta Marlene Sophia Gina Claudia Monica Silvia Paola Lucia Carmen Dolores Pilar Consuelo Juanita Isabel Beatrice Nora Vera Vivian Audrey Rita Ava Lana Bette`)

// cities are large places that need no other cue. Countries and their regions
// are known from countries.
var cities = wordSet(`
London Paris Berlin Rome Madrid Vienna Moscow Beijing Tokyo Shanghai Delhi Mumbai Bombay Calcutta Kolkata Chennai Madras Hyderabad Bangalore Lahore Karachi Dhaka
Chicago Boston Philadelphia Houston Dallas Detroit Seattle Atlanta Miami Denver Cleveland Baltimore Pittsburgh Cincinnati Milwaukee Minneapolis Phoenix
Hollywood Brooklyn Manhattan Nantucket Toronto Montreal Vancouver Ottawa Quebec Sydney Melbourne Brisbane Perth Auckland Dublin Belfast Edinburgh Glasgow Manchester Liverpool
Birmingham Leeds Bristol Oxford Cambridge Brighton Cardiff Bath York Milan Naples Turin Florence Venice Genoa Bologna Palermo Barcelona Seville Lisbon Porto Amsterdam
Rotterdam Brussels Antwerp Munich Hamburg Frankfurt Cologne Leipzig Dresden Stuttgart Zurich Geneva Basel Bern Prague Budapest Warsaw Kraków Copenhagen Stockholm Oslo
Helsinki Athens Istanbul Constantinople Ankara Jerusalem Baghdad Tehran Cairo Alexandria Nairobi Johannesburg Lagos Havana Bangkok Singapore Seoul Manila Jakarta
Kyoto Osaka Taipei Nanjing Leningrad Petersburg Kiev Kyiv Minsk Riga Vilnius Tallinn Belgrade Zagreb Sarajevo Sofia Bucharest Tbilisi Baku Kabul Kathmandu
Europe Asia Africa Antarctica Siberia Scandinavia Crimea Bosnia Normandy Brittany Provence Tuscany Sicily Sardinia Lombardy Bavaria Saxony Prussia Bohemia Moravia
Transylvania Galicia Catalonia Andalusia Yorkshire Lancashire Kent Sussex Surrey Essex Somerset Somersetshire Derbyshire Hertfordshire Britain America Persia Mesopotamia Bengal Punjab Kashmir
Atlantic Pacific Mediterranean Baltic Caribbean Arctic Antarctic Thames Rhine Danube Nile Amazon Mississippi Alps Himalayas Andes Pyrenees Balkans Palestine Kosovo Gaza`)

// monthNames are the months; May and March need a number beside them.
var monthNames = wordSet(`January February March April May June July August September October November December
Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec.`)

var weekdays = wordSet(`Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun`)

// units are nouns that belong to the number before them.
var units = wordSet(`people inhabitants residents years months weeks days hours minutes seconds miles kilometres kilometers km metres meters m feet ft inches
acres hectares tons tonnes pounds dollars euros francs marks rupees yen yuan percent per cent kg kilograms grams votes seats members students soldiers men women
copies episodes chapters pages volumes degrees knots fathoms leagues barrels shillings guineas mph kmh times`)
