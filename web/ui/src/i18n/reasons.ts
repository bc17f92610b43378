import { language } from "../state/settings";

/** chinese are the phrases by which the service says why two names may be of one thing. */
const chinese: Readonly<Record<string, string>> = {
  "acronym or word": "缩写或普通词",
  "acronym": "缩写",
  "beginning of the name": "名称的开头",
  "compared exactly": "逐字比较",
  "ending dropped": "省略词尾",
  "family name": "姓氏",
  "family names differ": "姓氏不同",
  "father and son": "父子",
  "given name": "名字",
  "given names differ": "名字不同",
  "initials": "首字母",
  "legal form dropped": "省略公司形式",
  "legal forms differ": "公司形式不同",
  "middle name dropped": "省略中间名",
  "misspelling": "拼写错误",
  "nickname": "昵称",
  "number dropped": "省略编号",
  "numbers differ": "编号不同",
  "part of the name": "名称的一部分",
  "parted by a person": "由人工分开",
  "qualifier dropped": "省略限定语",
  "qualifiers differ": "限定语不同",
  "second given name": "第二个名字",
  "spelling": "拼写",
  "suffix dropped": "省略后缀",
  "title dropped": "省略称谓",
  "title open": "称谓不明",
  "titles clash": "称谓冲突",
  "titles differ": "称谓不同",
  "types differ": "类型不同",
  "word order": "词序",
};

/** reasonText gives such a phrase in the language in force; one that is not known stays as it is. */
export function reasonText(reason: string): string {
  return language.value === "zh" ? (chinese[reason] ?? reason) : reason;
}
