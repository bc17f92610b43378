"""Writes words.gz and testdata/golden.json from jieba 0.42.1 (MIT licence, see LICENSE).

    pip install jieba==0.42.1 && python words.py METRICS

METRICS is metrics.py of LV-Eval. words.gz has the sum of all frequencies, a line for each word with its frequency and its tag, sorted by
UTF-8, an empty line, and for each character the logarithms of its emission probabilities in the states B, M, E, S
(empty: none). golden.json has texts with their words by jieba, and answers with their scores by LV-Eval's rules.
"""
import gzip, io, json, random, sys, types

import jieba
from jieba import posseg
from jieba.finalseg.prob_emit import P

jieba.initialize()
tags = posseg.dt.word_tag_tab
words = sorted((w, n) for w, n in jieba.dt.FREQ.items() if n)
out = io.StringIO()
print(jieba.dt.total, file=out)
for w, n in words:
    print(w, n, tags[w], file=out)
print(file=out)
for c in sorted(set().union(*P.values())):
    print(c, *("%.6f" % P[s][c] if c in P[s] else "" for s in "BMES"), sep="\t", file=out)
with open("words.gz", "wb") as f, gzip.GzipFile("", "wb", 9, f, 0) as z:
    z.write(out.getvalue().encode())

texts = ["鲁智深大闹五台山，武松打虎。", "小明硕士毕业于中国科学院计算所，后在日本京都大学深造。", "他来到了网易杭研大厦", "这份报告共12.5万字，占总数的38%。",
         "王晓慧和欧阳振华昨天在深圳签了T恤合同", "Grove v1.2读取C++文档，A-B测试通过。", "去年地方财政支出约6.5亿元 同比增长", "叶落归根蹻蹻然也", "東京都的雨停了",
         "iPhone 15 Pro售价8999元", "工信处女干事每月经过下属科室都要亲口交代24口交换机等技术性器件的安装工作", "", "  \n 。", "㐀㐁在龘靐"]
sys.modules["rouge"] = types.SimpleNamespace(Rouge=None)
rules = {}
exec(open(sys.argv[1]).read(), rules)
random.seed(3)
parts = ["中国科学院", "计算所", "的", "报告", "在", "深圳", "王晓慧", "12.5", "亿元", "增长", "，", "去年", "合同", "签了", "和", "T恤", " ", "《史记》", "可以"]
phrase = lambda n: "".join(random.choice(parts) for _ in range(n))
scores = []
for _ in range(60):
    a, g, k = phrase(random.randint(1, 9)), phrase(random.randint(1, 7)) + "书", random.choice(["", phrase(random.randint(1, 3)) + "书"])
    scores.append(dict(answer=a, gold=g, keywords=k, f1=rules["qa_f1_zh_score"](a, g), f1_star=rules["qa_f1_zh_score_with_gold_ans"](a, g, k)))
json.dump(dict(texts=[dict(text=t, words=list(jieba.cut(t))) for t in texts], scores=scores), open("testdata/golden.json", "w"),
          ensure_ascii=False, indent=1)
