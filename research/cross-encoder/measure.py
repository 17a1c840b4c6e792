"""Areas under the curve on the labelled sets, the pairs written against the judge, and the shop: python3 measure.py MODEL [SHOP]"""

import json
import sys
from pathlib import Path

import torch

from model import CrossEncoder, WordPieces, load_base, probabilities

calibration = Path(__file__).parents[2] / "datasets/calibration"
RELEVANCE = ("agent-style", "epqa", "clapnq")
SUPPORT = ("agent-style", "realsumm-scu", "fm2")


def rows_of(name):
    return [json.loads(line) for line in (calibration / f"{name}.jsonl").read_text().splitlines()]


def area(high, low):
    """The share of pairs in the right order, ties as half."""
    high, low = torch.tensor(high), torch.tensor(low)
    gaps = high[:, None] - low[None, :]
    return ((gaps > 0).float().mean() + (gaps == 0).float().mean() / 2).item()


def sets():
    """Name, task, pairs and labels (yes, unsure, no) of each labelled set."""
    for name in RELEVANCE:
        found = rows_of(f"statement-relevance-{name}")
        yield name, "relevance", [(row["input"], row["statement"]) for row in found], [row["label"] for row in found]
    kinds = {"supported": "yes", "not_supported": "unsure", "contradicted": "no"}
    for name in SUPPORT:
        found = rows_of(f"faithfulness-{name}")
        pairs = [(" ".join(row["context"]), row["statement"]) for row in found]
        yield f"{name} (claims)", "support", pairs, [kinds[row["label"]] for row in found]


def shares(model, pairs, task, pieces):
    found = probabilities(model, pairs, task, pieces=pieces)
    return (found[:, 0] + (0.5 * found[:, 1] if task == "relevance" else 0)).tolist()


def shop(model, path, pieces):
    asked = [json.loads(line) for line in Path(path).read_text().splitlines()]
    pairs = [(row["input"], answer["text"]) for row in asked for answer in row["answers"]]
    found = iter(shares(model, pairs, "relevance", pieces))
    right = 0
    for row in asked:
        values = [(next(found), answer["label"] == "right") for answer in row["answers"]]
        right += max(values)[1]
    return right / len(asked)


def measure(model, shop_path=None):
    pieces = WordPieces()
    for name, task, pairs, labels in sets():
        values = shares(model, pairs, task, pieces)
        of = lambda *wanted: [value for value, label in zip(values, labels) if label in wanted]
        negative = ("no",) if task == "relevance" else ("no", "unsure")
        also = f"  yes/unsure {area(of('yes'), of('unsure')):.3f}" if "unsure" in labels else ""
        print(f"{name:22} {area(of('yes'), of(*negative)):.3f}{also}", flush=True)
    if shop_path:
        print(f"shop: right answer first in {shop(model, shop_path, pieces):.3f}")


if __name__ == "__main__":
    torch.set_num_threads(2)
    model = load_base()
    if sys.argv[1] != "base":
        model.load_state_dict(torch.load(sys.argv[1]))
    measure(model, *sys.argv[2:3])
