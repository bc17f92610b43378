package offline

// runeSet makes a set of the characters of a string.
func runeSet(s string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range s {
		m[r] = true
	}
	return m
}

// zhFunction are characters that end a Chinese phrase: particles, prepositions,
// pronouns, conjunctions and verbs of being.
var zhFunction = runeSet("仅即均的了着过得之在是和与及或对从到由为被把将向于以等有也都就而但并且至往给让使叫说道不没这那其此该各每某他她它我你您们又还再才只便却很更最太已曾正所则乃者吗呢吧啊呀么因如若虽即来去")

// zhBounds are characters that end a name as a rule, but are parts of words as well.
var zhBounds = runeSet("会能可应要上下里内外中前后时间个些地同")

// zhNever are the function characters that no given name holds.
var zhNever = runeSet("看作仅即均的了着过得在是和与及或对从到为被把将向于以等有也都就而但且至往给让使叫说不没这那此该各每某他她它我你您们又还很更最太已吗呢吧啊呀么因如若来去曰敢须拽坐藏甚谓陪拴救")

// zhSurnames are single-character surnames, the frequent ones.
var zhSurnames = runeSet("王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧阳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑滕骆蒲逄栗钮景党宫费卜冷晏席卫米柏宗瞿桂全佟臧闵苟邬边卞姬师仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝鞠")

// zhDoubtful are surnames that are everyday characters as well: a name that
// begins with one needs a title beside it.
var zhDoubtful = runeSet("关项解万于时成连单师全党常计包景华明费曲阳路温高安武余纪车边管宗汤简祝严游商查强金石白文章方平季支经终能海黄广")

// zhCommonNouns are words with the suffix of a name that name nothing by themselves.
var zhCommonNouns = wordSet(`农村 下乡 城乡 家乡 故乡 辖区 小区 校区 灾区 郊区 景区 厂区 库区 牧区 林区 战区 军区 老区 禁区 住区 外国 我国 祖国 爱国 各国 两国 贵国 出国 回国 建国 治国 卖国 强国 大国 小国 邻国 盟国 救国 特别行政区 自治区 成员国 直辖市 开发区 中央委员会 委员会 人民法院 人民政府 人民军队 常委会 人大常委会 人民代表大会 大使馆 有限公司 总公司 分公司 研究所 董事会 参政党 执政党 在野党 反对党 发达国 共和国 行政区 经济区 社区 山区 农村 乡村 城镇 乡镇 省市 市区 城区 高等学院 中小学 大中小学`)

// zhCompound are surnames of two characters.
var zhCompound = wordSet("欧阳 司马 诸葛 上官 司徒 东方 独孤 南宫 夏侯 尉迟 皇甫 公孙 慕容 令狐 宇文 长孙 鲜于 呼延 端木 轩辕 西门 公冶")

// zhNotNames are words that begin like a name and are none.
var zhNotNames = wordsOf("zhNotNames")

// zhTitles are titles and roles that stand before or behind a person's name.
var zhTitles = []string{
	"总书记", "副总理", "副主席", "总经理", "董事长", "委员长", "副部长", "副市长", "副省长", "副院长", "副校长", "总司令", "理事长", "秘书长", "外交部长", "国防部长", "大使", "总统", "总理", "主席", "主任", "部长", "省长", "市长", "县长", "局长", "院长", "校长", "书记", "教授", "博士", "硕士",
	"先生", "女士", "小姐", "同志", "记者", "作家", "诗人", "画家", "导演", "演员", "歌手", "教练", "队长", "队员", "选手", "运动员", "将军", "司令", "上将", "中将", "少将", "元帅", "议员", "首相", "国王", "女王", "皇帝", "王子", "公主", "律师", "医生", "老师", "学者", "专家", "院士", "发言人", "助理", "秘书", "外长", "防长", "财长",
	"州长", "镇长", "乡长", "区长", "馆长", "所长", "处长", "科长", "组长", "团长", "舰长", "船长", "机长", "班长", "政委", "教导员", "指导员", "大夫", "护士", "技师", "球星", "影星", "歌星", "名将", "主教练", "前锋", "门将", "冠军", "特派员", "公使", "领事", "参赞", "总裁", "常委",
	"音乐家", "作曲家", "指挥家", "哲学家", "思想家", "政治家", "革命家", "教育家", "企业家", "艺术家", "收藏家", "居士", "烈士", "公民", "被上诉人", "上诉人", "大臣", "参议员", "会长", "经理", "厂长", "村长", "站长", "社长", "编辑", "主编", "法官", "检察长", "工程师", "科学家", "老人", "委员", "代表", "师傅", "太尉", "知府", "都头", "教头", "员外", "代理人", "原告", "被告", "被告人", "律师",
}

// zhBehindName are words that stand right behind a person's name only.
var zhBehindName = []string{"说", "道", "表示", "指出", "认为", "强调", "出生", "毕业", "曰", "笑道", "问道", "听了", "告诉", "回答", "介绍", "宣布", "会见", "发表", "主持", "出席", "率领", "获得", "逝世", "去世", "理论", "思想", "精神", "夫妇", "等人", "执导", "导演", "主演", "编剧", "创作", "演唱", "作曲", "创办", "创立", "撰写", "担任", "驾驶", "首先", "一生", "亲自", "应邀", "分别", "衷心", "报道", "考察", "视察", "接见", "参观", "访问", "抵达", "希望", "致辞", "致词", "提出", "诉称", "辩称", "所有", "名下"}

// zhOrgSuffixes end the name of an organisation, the longer before the shorter.
var zhOrgSuffixes = []string{
	"有限责任公司", "股份有限公司", "有限公司", "委员会", "人民政府", "研究中心", "研究所", "研究院", "联合会", "基金会", "出版社", "通讯社", "人民法院", "法院", "检察院", "博物馆", "图书馆", "电视台", "俱乐部", "实验室", "代表团", "中学", "小学",
	"公安局", "司法局", "旅游局", "统计局", "教育局", "税务局", "工商局", "财政局", "农业局", "林业局", "文化局", "体育局", "卫生局", "邮电局", "铁路局", "电力局", "气象局", "水利局", "交通局", "民政局", "劳动局", "审计局", "管理局", "专利局", "派出所",
	"公安部", "农业部", "司法部", "铁道部", "交通部", "建设部", "卫生部", "文化部", "宣传部", "组织部", "统战部", "办公厅", "公安厅", "教育厅", "财政厅", "总工会", "工商联", "旅行社", "制片厂", "钢铁厂", "机床厂", "汽车厂", "纺织厂", "化工厂", "水泥厂", "科学院", "社科院", "工程院", "设计院", "福利院", "幼儿园",
	"歌舞团", "话剧团", "艺术团", "乐团", "合唱团", "杂技团", "足球队", "篮球队", "排球队", "国家队", "代表队", "集团军", "野战军", "红军", "书店", "促进会", "研究会", "联谊会", "代表大会", "总会", "立法会", "立法局", "参议院", "众议院", "最高法院", "妇联", "团委", "文联", "作协", "书记处", "控制中心", "文化中心", "发射中心", "艺术中心", "体育中心", "信息中心", "培训中心", "支队", "分局", "分行", "支行",
	"公司", "集团", "大学", "学院", "医院", "银行", "协会", "学会", "商会", "工会", "党委", "政协", "人大", "议会", "国会", "法庭", "总局", "日报", "晚报", "时报", "杂志社", "报社", "国务院", "外交部", "国防部", "财政部", "教育部", "工厂", "乐队", "剧团", "组织", "联盟", "联队", "党校", "总部", "兵团", "共产党", "民主党", "共和党", "国民党", "致公党", "工党", "大队", "军区", "舰队", "大使馆", "使馆", "总公司", "分公司", "交易所", "事务所", "酒店", "安理会", "常委会", "队", "部", "党",
}

// zhBranches end the names of parts and meetings of an organisation.
var zhBranches = []string{"委员会", "代表大会", "组织部", "宣传部", "统战部", "办公厅", "常委会", "大使馆"}

// zhPlaceSuffixes end the name of a place; true for those that hardly end
// anything else.
var zhPlaceSuffixes = map[rune]bool{
	'省': true, '市': true, '县': true, '区': true, '镇': true, '乡': true, '村': true, '州': true,
	'国': false, '山': false, '河': false, '江': false, '湖': false, '海': false, '岛': false, '洲': false, '港': false, '湾': false,
	'关': false, '寨': false, '岭': false, '城': false, '街': false, '路': false,
}

// zhNoPlace are characters, verbs and measure words of older prose above all, with
// which no name of a place begins: 拿宋江, 些门路.
var zhNoPlace = runeSet("些做共吃子拿投般须回自解取奔寻见打守杀领引送今昨何谁便再还又也都却")

// zhPlaces are places that need no suffix.
var zhPlaces = wordsOf("zhPlaces")

// zhOrgs are organisations known by short names.
var zhOrgs = wordSet(`中共中央 国务院 全国人大 全国政协 新华社 人民日报 中央军委 中宣部 联合国 北约 欧盟 世贸组织 中科院 中国科学院 解放军 中国人民解放军 致公党 国民党 共产党 中国共产党 民盟 民革 民建 九三学社 共青团 安理会 外交部 中央电视台 清华 北大 白宫 国会 红十字会 中共 欧共体 东盟 世界银行 中国银行 人民银行 最高人民法院 最高人民检察院 全国妇联 全国总工会`)

// zhStops are words at which a name that is read backwards from its suffix begins anew.
var zhStops = wordsOf("zhStops")

// zhUnits are characters and words that belong to the number before them.
var zhUnits = []string{"平方公里", "平方米", "立方米", "公里", "公斤", "公顷", "美元", "英镑", "日元", "欧元", "人民币", "万元", "亿元", "千米", "厘米", "小时", "分钟", "周年", "年代", "人次", "元", "人", "个", "名", "位", "岁", "天", "次", "种", "条", "吨", "米", "户", "家", "本", "部", "座", "件", "台", "辆", "所", "月", "年", "度", "倍", "亩", "斤", "页", "章", "回", "只", "头", "项", "架", "艘", "集", "场", "届", "万", "亿"}

// zhVerbs are verbs that may be key elements.
var zhVerbs = wordSet(`出生 毕业 逝世 去世 创立 创办 成立 创建 位于 发明 发现 出版 发表 创作 执导 导演 主演 演唱 获得 荣获 当选 担任 访问 会见 签署 批准 建设 建成 投资 增长 下降 收购 合并 宣布 决定 支持 反对 参加 举行 召开 率领 攻打 杀死 逃走 结婚 离婚 学习 研究 治疗 诊断 设计 生产 销售 起诉 判决 上诉 逮捕 推荐 任命 改革 开放`)

// zhDeedVerbs are verbs of making, leading and giving.
var zhDeedVerbs = wordSet(`建造 修建 兴建 建成 建立 建 造 制造 制作 打造 设计 创办 创立 创建 开办 成立 写 写成 著 撰写 创作 编写 编成 编 所著 所写 发明 发现 雕刻 雕 画 绘制 绘 率领 带领 领导 指挥 主编 编辑 翻译 译 导演 执导 资助 出资 捐赠 捐 杀 杀死 杀害 收养 领养 写信 寄 送 赠送 交给 打败 击败 战胜 救 救起 救出 发起 修复 修理 修缮 拆毁 拆除 购买 买下 买 出版`)
