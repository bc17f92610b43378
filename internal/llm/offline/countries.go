package offline

import (
	"strings"
)

// countries lists countries with the words for their people and the names of
// their regions, each line "country: people, ...; region, ...".
const countries = `Afghanistan: Afghan, Afghani
Albania: Albanian
Algeria: Algerian
Andorra: Andorran
Angola: Angolan
Argentina: Argentine, Argentinian, Argentinean
Armenia: Armenian
Australia: Australian, Tasmanian; Queensland, Tasmania, New South Wales, South Australia, Western Australia
Austria: Austrian, Viennese
Azerbaijan: Azerbaijani, Azeri
Bahamas: Bahamian
Bahrain: Bahraini
Bangladesh: Bangladeshi
Barbados: Barbadian
Belarus: Belarusian, Belarussian
Belgium: Belgian, Flemish
Belize: Belizean
Benin: Beninese
Bhutan: Bhutanese
Bolivia: Bolivian
Bosnia and Herzegovina: Bosnian, Herzegovinian
Botswana: Botswanan
Brazil: Brazilian
Bulgaria: Bulgarian
Burkina Faso: Burkinabé
Cambodia: Cambodian
Cameroon: Cameroonian
Canada: Canadian; Ontario, Quebec, Alberta, British Columbia, Manitoba, Nova Scotia, Saskatchewan, New Brunswick, Newfoundland
Cape Verde: Cape Verdean
Chad: Chadian
Chile: Chilean
China: Chinese; People's Republic of China, PRC
Colombia: Colombian
Congo: Congolese
Costa Rica: Costa Rican
Croatia: Croatian
Cuba: Cuban
Cyprus: Cypriot
Czech Republic: Czech, Czechoslovak, Bohemian; Czechia, Czechoslovakia
Denmark: Danish, Dane
Dominican Republic: Dominican
East Timor: Timorese
Ecuador: Ecuadorian
Egypt: Egyptian
El Salvador: Salvadoran
Eritrea: Eritrean
Estonia: Estonian
Ethiopia: Ethiopian
Fiji: Fijian
Finland: Finnish
France: French, Parisian
Gabon: Gabonese
Gambia: Gambian
Georgia: Georgian
Germany: German, Prussian, Bavarian, West German, East German; West Germany, East Germany
Ghana: Ghanaian
Greece: Greek
Guatemala: Guatemalan
Guinea: Guinean
Guyana: Guyanese
Haiti: Haitian
Honduras: Honduran
Hong Kong: Hongkonger
Hungary: Hungarian
Iceland: Icelandic
India: Indian, Tamil, Telugu, Malayalam, Bengali, Kannada, Bollywood; Maharashtra, Kerala, Tamil Nadu, West Bengal, Karnataka, Gujarat, Punjab, Uttar Pradesh
Indonesia: Indonesian
Iran: Iranian, Persian
Iraq: Iraqi
Ireland: Irish; Republic of Ireland
Israel: Israeli
Italy: Italian
Ivory Coast: Ivorian
Jamaica: Jamaican
Japan: Japanese
Jordan: Jordanian
Kazakhstan: Kazakh, Kazakhstani
Kenya: Kenyan
Kosovo: Kosovar
Kuwait: Kuwaiti
Kyrgyzstan: Kyrgyz
Laos: Laotian
Latvia: Latvian
Lebanon: Lebanese
Liberia: Liberian
Libya: Libyan
Liechtenstein: Liechtensteiner
Lithuania: Lithuanian
Luxembourg: Luxembourgish
Macedonia: Macedonian
Madagascar: Malagasy
Malawi: Malawian
Malaysia: Malaysian
Mali: Malian
Malta: Maltese
Mauritania: Mauritanian
Mauritius: Mauritian
Mexico: Mexican
Moldova: Moldovan
Monaco: Monegasque
Mongolia: Mongolian
Montenegro: Montenegrin
Morocco: Moroccan
Mozambique: Mozambican
Myanmar: Burmese; Burma
Namibia: Namibian
Nepal: Nepalese, Nepali
Netherlands: Dutch
New Zealand: New Zealander
Nicaragua: Nicaraguan
Niger: Nigerien
Nigeria: Nigerian
North Korea: North Korean
Norway: Norwegian
Oman: Omani
Pakistan: Pakistani
Palestine: Palestinian
Panama: Panamanian
Papua New Guinea: Papua New Guinean
Paraguay: Paraguayan
Peru: Peruvian
Philippines: Filipino, Philippine
Poland: Polish
Portugal: Portuguese
Puerto Rico: Puerto Rican
Qatar: Qatari
Romania: Romanian
Russia: Russian, Soviet; Soviet Union
Rwanda: Rwandan
Samoa: Samoan
San Marino: Sammarinese
Saudi Arabia: Saudi, Saudi Arabian
Senegal: Senegalese
Serbia: Serbian, Yugoslav; Yugoslavia
Sierra Leone: Sierra Leonean
Singapore: Singaporean
Slovakia: Slovak, Slovakian
Slovenia: Slovenian, Slovene
Somalia: Somali
South Africa: South African
South Korea: South Korean, Korean; Korea
Spain: Spanish, Catalan
Sri Lanka: Sri Lankan
Sudan: Sudanese
Suriname: Surinamese
Sweden: Swedish
Switzerland: Swiss
Syria: Syrian
Taiwan: Taiwanese
Tajikistan: Tajik
Tanzania: Tanzanian
Thailand: Thai
Togo: Togolese
Trinidad and Tobago: Trinidadian
Tunisia: Tunisian
Turkey: Turkish, Ottoman
Turkmenistan: Turkmen
Uganda: Ugandan
Ukraine: Ukrainian
United Arab Emirates: Emirati; UAE
United Kingdom: British, English, Scottish, Welsh, Northern Irish; England, Scotland, Wales, Northern Ireland, Great Britain, UK, Cornwall, Devon
United States: American; United States of America, U.S., USA, US, Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming
Uruguay: Uruguayan
Uzbekistan: Uzbek
Venezuela: Venezuelan
Vietnam: Vietnamese
Yemen: Yemeni
Zambia: Zambian
Zimbabwe: Zimbabwean`

var countryNames = readCountries(countries)

// countryName is what a name of a country, region or people stands for.
type countryName struct {
	country string
	place   bool
}

func readCountries(lines string) map[string]countryName {
	names := map[string]countryName{}
	for line := range strings.Lines(lines) {
		country, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		peoples, regions, _ := strings.Cut(rest, "; ")
		names[country] = countryName{country, true}
		for name := range strings.SplitSeq(peoples, ", ") {
			names[name] = countryName{country, false}
		}
		for name := range strings.SplitSeq(regions, ", ") {
			names[name] = countryName{country, true}
		}
	}
	delete(names, "")
	return names
}

// countryOf is the country that a name of a country, region or people belongs to, or "".
func countryOf(name string) string { return countryNames[name].country }

// isPlaceName tells the name of a country or region from a word for its people.
func isPlaceName(name string) bool { return countryNames[name].place }
