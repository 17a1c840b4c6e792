"""Brings what was fetched into rows of pairs: python3 prepare.py FETCHED OUTPUT. Sources and licences: README.md."""

import csv
import hashlib
import json
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

fetched, output = Path(sys.argv[1]), Path(sys.argv[2])
calibration = Path(__file__).parents[2] / "datasets/calibration"
rng = random.Random(7)
rows = []
stop = set("a an the of in on at to for and or is are was were be been do does did it its this that with by as from".split())


def read(name):
    return (fetched / name).read_text(encoding="utf-8-sig")


def lines(name):
    return [json.loads(line) for line in read(name).splitlines() if line.strip()]


def table(name, delimiter="\t"):
    return list(csv.DictReader(read(name).splitlines(), delimiter=delimiter))


def words(text):
    return {word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in stop}


def sentences(text):
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[\"'(\[]?[A-Z0-9])", text.strip()) if len(part) > 15]


def overlap(question, sentence):
    asked = words(question)
    return len(asked & words(sentence)) / max(1, len(asked))


def add(task, source, group, first, second, label):
    first, second = " ".join(first.split())[:1500], " ".join(second.split())[:1000]
    if first and second:
        rows.append(dict(task=task, source=source, group=f"{source}:{group}", first=first, second=second, label=label))


def squad():
    for name in ("squad-dev.json", "squad-test.json"):
        for article in json.loads(read(name))["data"]:
            for paragraph in article["paragraphs"]:
                parts = sentences(paragraph["context"])
                if len(parts) < 2:
                    continue
                for asked in paragraph["qas"]:
                    question, found = asked["question"].strip(), asked.get("answers", [])
                    ranked = sorted(parts, key=lambda part: -overlap(question, part))
                    if asked.get("is_impossible") or not found:
                        # The sentence which the question was made to look like.
                        if asked.get("is_impossible"):
                            add("relevance", "squad", article["title"], question, ranked[rng.random() < 0.2], "no")
                        continue
                    start, has = found[0]["answer_start"], None
                    for part in parts:
                        place = paragraph["context"].find(part)
                        if place <= start < place + len(part):
                            has = part
                    if has is None:
                        continue
                    add("relevance", "squad", article["title"], question, has, "yes")
                    texts = [answer["text"] for answer in found]
                    others = [part for part in ranked if part != has and not any(text in part for text in texts)]
                    if others:
                        add("relevance", "squad", article["title"], question, others[0], "no")


def selqa():
    for name in ("selqa-dev.json", "selqa-test.json"):
        for asked in json.loads(read(name)):
            right = set(asked["answers"])
            wrong = [part for place, part in enumerate(asked["candidates"]) if place not in right]
            wrong.sort(key=lambda part: -overlap(asked["question"], part))
            for place in list(right)[:2]:
                add("relevance", "selqa", asked["article"], asked["question"], asked["candidates"][place], "yes")
            for part in wrong[:2]:
                add("relevance", "selqa", asked["article"], asked["question"], part, "no")


def attribute(text):
    """An attribute of a product in words: `age_range: { value:"adult" }` to `age range: adult`."""
    name, _, value = text.partition(":")
    value = re.sub(r"normalized_value:\{[^}]*\},?|standardized_values:\[[^\]]*\],?", "", value)
    value = re.sub(r"\b(value|unit|type|language_tag)\s*:", "", value)
    value = re.sub(r"[{}\[\]\"_]", " ", value)
    return f"{name.replace('_', ' ')}: {' '.join(value.split())}"


def products():
    """Each source of products has far more attributes that do not answer than such that do."""
    for name in ("semipqa-dev.csv", "semipqa-testseen.csv", "semipqa-testunseen.csv", "hetpqa-dev.csv"):
        source = name.split("-")[0]
        by_question = defaultdict(list)
        for row in table(name):
            by_question[row["question"]].append(row)
        for question, found in by_question.items():
            right = [row for row in found if row["label"] == "1"]
            wrong = [row for row in found if row["label"] == "0"]
            rng.shuffle(wrong)
            wrong.sort(key=lambda row: -overlap(question, row["candidate"]))
            few = wrong[:1] + rng.sample(wrong[1:], min(len(wrong[1:]), max(1, len(right))))
            for row in right + few:
                text = row["candidate"] if row.get("source", "attribute") != "attribute" else attribute(row["candidate"])
                add("relevance", source, question, question, text, "yes" if row["label"] == "1" else "no")


def clapnq():
    """Answers that people wrote; a wrong one is the sentence likest to the question out of other answers."""
    asked = [(row["question"], sentences(row["answers"])) for row in table("clapnq-train.tsv") if row["answers"]]
    index = defaultdict(set)
    flat = [(place, part) for place, (_, parts) in enumerate(asked) for part in parts]
    for number, (_, part) in enumerate(flat):
        for word in sorted(words(part)):
            index[word].add(number)
    for place, (question, parts) in enumerate(asked):
        for part in parts[:2]:
            add("relevance", "clapnq-train", place, question, part, "yes")
        shared = Counter()
        for word in sorted(words(question)):
            if len(index[word]) < 400:
                for number in sorted(index[word]):
                    shared[number] += 1 / len(index[word]) ** 0.5
        near = [flat[number][1] for number, _ in shared.most_common(12) if flat[number][0] != place]
        for part in near[:1]:
            add("relevance", "clapnq-train", place, question, part, "no")


def dialogues():
    """What a user asks a booking agent for, beside what the agent then tells, and what it tells of other things."""
    for path in sorted(fetched.glob("sgd-*.json")):
        for dialogue in json.loads(path.read_text()):
            told, asked = [], []
            for before, turn in zip(dialogue["turns"], dialogue["turns"][1:]):
                actions = [action for frame in turn["frames"] for action in frame["actions"]]
                slots = {action["slot"] for action in actions if action["act"] == "INFORM"}
                if turn["speaker"] != "SYSTEM":
                    continue
                wanted = {
                    action["slot"]
                    for frame in before["frames"]
                    for action in frame["actions"]
                    if action["act"] == "REQUEST"
                }
                parts = sentences(turn["utterance"])
                if slots and wanted and len(parts) == 1:
                    told.append((slots, parts[0]))
                    asked.append((wanted, before["utterance"]))
                elif parts and not slots:
                    told.append((set(), parts[0]))
            for wanted, question in asked:
                right = [text for slots, text in told if slots >= wanted]
                wrong = [text for slots, text in told if not slots & wanted]
                if right and rng.random() < 0.35:
                    add("relevance", "sgd", dialogue["dialogue_id"], question, rng.choice(right), "yes")
                    if wrong:
                        add("relevance", "sgd", dialogue["dialogue_id"], question, rng.choice(wrong), "no")


def inference():
    kinds = {"entailment": "yes", "neutral": "unsure", "contradiction": "no"}
    for part in ("dev", "test"):
        for first, second, label in zip(*(read(f"snli-{name}.{part}").splitlines() for name in ("s1", "s2", "labels"))):
            add("support", "snli", first, first.replace(" .", "."), second.replace(" .", "."), kinds[label])
    for name in ("conjnli-train.tsv", "conjnli-dev.tsv"):
        for row in table(name):
            if row["Label"] in kinds:
                add("support", name.split(".")[0], row["Premise"], row["Premise"], row["Hypothesis"], kinds[row["Label"]])


def untokenised(text):
    for mark, real in (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("``", '"'), ("''", '"')):
        text = text.replace(mark, real)
    return re.sub(r" ([.,;:!?')])", r"\1", text)


def facts():
    kinds = {"SUPPORTS": "yes", "REFUTES": "no", "NOT ENOUGH INFO": "unsure"}
    for name in ("fever-dev.jsonl", "fever-test.jsonl", "fever-gen.jsonl"):
        for row in lines(name):
            evidence = row.get("evidence") or row["evidence_sentence"]
            label = row.get("gold_label") or row["label"]
            add("support", "fever", evidence, untokenised(evidence), untokenised(row["claim"]), kinds[label])
    for row in lines("fm2-test.jsonl"):
        title = row.get("wikipedia_page", "")
        evidence = " ".join(f"{title}: {piece['text']}" for piece in row["gold_evidence"])
        add("support", "fm2-test", title, evidence, row["text"], kinds[row["label"]])
    for name in ("wice-dev.jsonl", "wice-test.jsonl"):
        for place, row in enumerate(lines(name)):
            label = {"supported": "yes", "partially_supported": "unsure", "not_supported": "unsure"}[row["label"]]
            chosen = row["supporting_sentences"][0]
            evidence = [row["evidence"][number] for number in chosen]
            if not evidence:
                evidence = sorted(row["evidence"], key=lambda part: -len(words(part) & words(row["claim"])))[:3]
            add("support", "wice", f"{name}{place}", " ".join(evidence), row["claim"], label)


def known():
    """Texts of the sets that are measured on, whole where the source is at hand: nothing near them is trained on."""
    questions = [row["question"] for row in table("epqa-dev.csv", ",")]
    questions += [row["input"] for kind in ("answerable", "unanswerable") for row in lines(f"clapnq-dev-{kind}.jsonl")]
    claims = []
    for path in sorted(calibration.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if path.name.startswith("statement-relevance"):
                questions.append(row["input"])
            elif path.name.startswith("faithfulness"):
                claims.append(row["statement"])
    return questions, claims


def without_known():
    """Rows whose question (claim) shares four fifths of its words with one that is measured on go."""
    gone = Counter()
    for task, texts, part in zip(("relevance", "support"), known(), ("first", "second")):
        sets = [found for found in {frozenset(words(text)) for text in texts} if len(found) > 1]
        index = defaultdict(set)
        for number, found in enumerate(sets):
            for word in found:
                index[word].add(number)
        for row in rows:
            if row["task"] != task:
                continue
            mine, shared = words(row[part]), Counter()
            for word in mine:
                for number in index.get(word, ()):
                    shared[number] += 1
            if any(count / len(mine | sets[number]) >= 0.8 for number, count in shared.items() if count >= 0.8 * len(mine)):
                row["gone"] = True
                gone[row["source"]] += 1
    return gone


def made():
    labels = {"supported": "yes", "contradicted": "no", "not_supported": "unsure"}
    for path in sorted((calibration.parent / "made-pairs").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if "claim" in row:
                add("support", "made", row["group"], row["context"], row["claim"], labels[row["label"]])
            else:
                add("relevance", "made", row["group"], row["question"], row["statement"], row["label"])


for part in (squad, selqa, products, clapnq, dialogues, inference, facts, made):
    part()
gone = without_known()
unique = {(row["task"], row["first"], row["second"]): row for row in rows if "gone" not in row}
rows = sorted(unique.values(), key=lambda row: hashlib.sha256((row["first"] + row["second"]).encode()).hexdigest())
output.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
counts = Counter((row["task"], row["source"], row["label"]) for row in rows)
for key in sorted(counts):
    print(*key, counts[key])
print(len(rows), "rows; near to measured rows and left out:", dict(gone))
