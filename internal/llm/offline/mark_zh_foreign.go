package offline

// zhTranslit are the characters that foreign names are written with.
var zhTranslit = runeSet(`翰弥墨耳妮黛璐蕊碧玫坡珂佳佐澳厚钦肯孔菅阿埃艾爱安昂奥巴白柏班邦包保鲍贝本比彼毕别宾波伯勃博布查策察昌彻达戴丹当道德登邓狄迪蒂丁东杜敦顿多朵厄恩尔法凡范方菲费芬冯佛夫弗福富盖甘冈高戈哥格葛根贡古瓜圭哈海汉杭豪赫黑亨洪胡华怀惠霍基吉季加迦贾简姜杰捷金津久喀卡凯坎康考柯科克肯孔库夸宽奎坤昆拉莱赖兰朗劳勒雷黎里理利莉丽连廉列烈林琳龙隆卢鲁路伦罗洛吕律玛马迈麦曼毛梅门蒙盟米密明摩莫默姆穆拿娜纳乃南内尼年宁纽农努诺欧帕潘庞佩彭皮平珀蒲普齐奇恰钱乔切琴琼丘屈让热仁日荣茹儒瑞若撒萨塞赛桑瑟森沙莎山珊尚绍舍申圣盛施诗石史士舒司丝思斯松苏素孙索所塔泰坦汤唐陶特滕提田廷通透图托脱瓦万汪旺威韦维卫魏温文翁沃乌吾武伍西希悉锡席喜夏香肖谢辛欣幸雄休修许雅亚延扬杨耀耶叶依伊易意因尹英永尤于约宰赞泽曾扎詹张哲者珍芝治朱卓兹子宗祖佐茨逊姬拜琳腊巽蕾芭莲琪嘉柴薇茜霞`)

// zhForeign are the characters that hardly stand in Chinese words: a name of
// transliterated characters has one of them.
var zhForeign = runeSet("尔斯特克夫姆茨兹普弗廷顿森逊蒂娜萨莱赫勒佩珀埃奥帕卡凯柯戈葛迪狄厄菲芬喀坎库鲁伦罗洛曼蒙默穆纳尼诺欧潘瑞塞赛桑瑟莎舍丝塔泰坦滕托瓦韦维沃乌希锡雅耶伊扎詹哲佐莉拉巴布贝伯")

// Bounds of a transliterated name, in characters.
const (
	minTranslit = 2
	maxTranslit = 7
)

// zhBeforePlace and zhBehindPlace stand beside the foreign name of a place.
var (
	zhBeforePlace = []string{"首都", "城市", "州府", "港口", "抵达", "飞抵", "前往", "位于", "攻占", "离开"}
	zhBehindPlace = []string{"盆地", "地区", "机场", "高原", "群岛", "海峡", "半岛", "平原", "山脉", "沙漠", "市", "州", "港", "河", "湖", "岛", "省", "城"}
)

// transliterated is the end and type of the foreign name without a dot that
// begins at i: a person beside a title, a place beside a word for places. The
// end is 0 where there is none.
func (m zhMarker) transliterated(i int) (int, string) {
	if !zhTranslit[m.page.body[i]] || zhFunction[m.page.body[i]] || zhTranslit[m.at(i-1)] && !m.marked[i-1] && !m.leftTitle(i) {
		return 0, ""
	}
	end, foreign := i, 0
	for end < m.sentence.End && end-i < maxTranslit && zhTranslit[m.page.body[end]] && !m.marked[end] && (end == i || !m.rightTitle(end)) && !m.placeWord(end) && !m.stopAt(end) {
		if zhForeign[m.page.body[end]] {
			foreign++
		}
		end++
	}
	if n := end - i; n < minTranslit || 2*foreign < n {
		return 0, ""
	}
	switch {
	case m.ends(i, placesBehind) != "" && m.nameEnds(end), m.placeWord(end):
		return end, "Location"
	case m.leftTitle(i) && m.nameEnds(end), m.rightTitle(end):
		return end, "Person"
	}
	return 0, ""
}

// placeWord tells whether a word that stands behind the name of a place begins at i.
func (m zhMarker) placeWord(i int) bool {
	return m.begins(i, placesAhead) != ""
}
