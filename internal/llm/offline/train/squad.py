"""Writes a data set folder from files in the form of SQuAD.

    python squad.py OUT FILE...

OUT gets docs.jsonl with a document for each paragraph, and questions.jsonl.
"""
import json, os, sys

out, files = sys.argv[1], sys.argv[2:]
os.makedirs(out, exist_ok=True)
n = 0
with open(f"{out}/docs.jsonl", "w", encoding="utf-8") as docs, open(f"{out}/questions.jsonl", "w", encoding="utf-8") as questions:
    put = lambda f, x: f.write(json.dumps(x, ensure_ascii=False) + "\n")
    for article in (a for f in files for a in json.load(open(f, encoding="utf-8"))["data"]):
        for p in article["paragraphs"]:
            n += 1
            put(docs, {"id": str(n), "title": article.get("title", "").replace("_", " "), "text": p["context"]})
            for q in p["qas"]:
                put(questions, {"question": q["question"], "answers": list(dict.fromkeys(a["text"] for a in q["answers"]))})
