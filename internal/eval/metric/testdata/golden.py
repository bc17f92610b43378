"""Writes golden.json: scores of fixed cases by reference implementations.

    pip install rouge-score scikit-learn && python golden.py > golden.json

squad_* is the rule that SQuAD 1.1 publishes (normalise: lower case, no ASCII punctuation, no articles).
f1_star is LV-Eval's rule for English, with its stop list read from the file named as first argument
(metrics.py of LV-Eval).
"""
import collections, json, random, re, string, sys

import numpy as np
from rouge_score import rouge_scorer
from sklearn import metrics

random.seed(7)


def normalise(s):
    s = "".join(c for c in s.lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", s).split()


def f1(a, b):
    common = sum((collections.Counter(a) & collections.Counter(b)).values())
    if not a or not b:
        return float(a == b)
    return 2 * common / (len(a) + len(b))


stop = eval(re.search(r"ABANDON_WORDS_EN = (\[.*?\])", open(sys.argv[1]).read()).group(1))


def f1_star(answer, gold, keywords):
    a, g, k = normalise(answer), normalise(gold), normalise(keywords)
    if k:
        common = collections.Counter(a) & collections.Counter(k)
        if sum(v for w, v in common.items() if w not in stop) / len(k) < 0.2:
            return 0.0
    return f1(a, g)


words = "the a whale of ship captain Ahab, saw in 1851 and; was with sea white gave harpoon to crew".split()


def phrase(n):
    return " ".join(random.choice(words) for _ in range(n))


pairs = [("The white whale.", "a white whale", "whale"), ("", "Ahab", "Ahab"), ("Ahab", "", ""), ("the", "a", ""),
         ("of the", "of the crew", "of"), ("It's U.S. made", "made in the US", "US made")]
pairs += [(phrase(random.randint(1, 12)), phrase(random.randint(1, 12)), phrase(random.randint(1, 6))) for _ in range(40)]
rouge = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=False)
answers = []
for answer, gold, keywords in pairs:
    r = rouge.score(gold, answer)
    a, g = normalise(answer), normalise(gold)
    answers.append(dict(answer=answer, gold=gold, keywords=keywords, em=float(a == g), f1=f1(a, g),
                        f1_star=f1_star(answer, gold, keywords), rouge1=r["rouge1"].fmeasure, rouge2=r["rouge2"].fmeasure,
                        rougeL=r["rougeL"].fmeasure))

rankings = []
for _ in range(20):
    n = random.randint(2, 8)
    gold = random.sample(range(n), random.randint(1, n))
    k = random.randint(1, n)
    rankings.append(dict(n=n, gold=gold, k=k, ndcg=metrics.ndcg_score([[int(i in gold) for i in range(n)]],
                                                                      [[n - i for i in range(n)]], k=k)))

labels = []
for _ in range(20):
    n = random.randint(3, 30)
    a = [random.randrange(4) for _ in range(n)]
    b = [x if random.random() < 0.6 else random.randrange(4) for x in a]
    labels.append(dict(a=a, b=b, nmi=metrics.normalized_mutual_info_score(a, b), kappa=metrics.cohen_kappa_score(a, b)))

values = [random.random() for _ in range(11)]
json.dump(dict(answers=answers, rankings=rankings, labels=labels, values=values, deviation=float(np.std(values, ddof=1))),
          sys.stdout, indent=1)
print()
