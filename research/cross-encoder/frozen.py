"""
A head over what the installed encoder makes of question and statement apart, and the judge's own features. It is trained
on made pairs, public ones (each counts 0.3) and the labelled rows (4); writes vector-weights.generated.ts of the judge.

    python3 prepare.py FETCHED rows.jsonl && node features.ts rows.jsonl features.json && python3 frozen.py features.json
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

import numpy
import torch
from torch import nn

from measure import area
from model import LABELS, WordPieces, batches, load_base, tensors

MOST = {"squad": 4000, "selqa": 4000, "semipqa": 3000}
SETS = ("agent-style", "epqa", "clapnq")
NAMES = ("coverage", "precision", "shared", "questionLengthCoverage", "type", "typeLength", "words", "confirmation")
torch.manual_seed(1)
torch.set_num_threads(2)
pieces, base = WordPieces(), load_base().eval()


def vectors(texts):
    distinct, found = list(dict.fromkeys(texts)), {}
    encoded = [[101, *pieces.encode(text)[:254], 102] for text in distinct]
    with torch.no_grad():
        for batch in batches(encoded, 4096):
            found.update(zip((distinct[row] for row in batch), base.read(*tensors(encoded, batch))))
    return torch.stack([found[text] for text in texts])


def read(rows):
    """Both vectors, their product and their distance; the named features; cosine and its square."""
    asked, said = vectors([row["asked"] for row in rows]), vectors([row["second"] for row in rows])
    cosine = (asked * said).sum(1, keepdim=True)
    named = torch.tensor([[row["features"][name] for name in NAMES] for row in rows])
    return torch.cat([asked, said, asked * said, (asked - said).abs()], 1), torch.cat([named, cosine, cosine**2], 1)


def counted(rows, most):
    taken = {}
    for row in rows:
        taken[row["set"]] = taken.get(row["set"], 0) + 1
        if taken[row["set"]] <= most.get(row["set"], 10**9):
            yield row


given = json.loads(Path(sys.argv[1]).read_text())
trained, labelled, shop = list(counted(given["trained"], MOST)), given["labelled"], given["shop"]
made = [row["set"] == "made" for row in trained]
parts = {name: read(rows) for name, rows in (("trained", trained), ("labelled", labelled), ("shop", shop))}
means, deviations = parts["trained"][1].mean(0), parts["trained"][1].std(0)
# Steps of one size suit numbers of one size.
inputs = {name: torch.cat([20 * both, (named - means) / deviations], 1) for name, (both, named) in parts.items()}
wanted = {
    name: torch.tensor([LABELS.index(row["label"]) for row in rows])
    for name, rows in (("trained", trained), ("labelled", labelled))
}
counts = {
    "trained": torch.where(torch.tensor(made), 1.0, 0.3),
    "labelled": torch.tensor([4.0 * (1.5 if row["set"] == "agent-style" else 1) for row in labelled]),
}


def fit(kept):
    """A linear head over the training rows and these of the labelled rows."""
    torch.manual_seed(0)
    together = [torch.cat([part["trained"], part["labelled"][kept]]) for part in (inputs, wanted, counts)]
    head = nn.Linear(inputs["trained"].shape[1], len(LABELS))
    optimizer = torch.optim.AdamW(head.parameters(), lr=2e-3, weight_decay=0.05)
    plan = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.02, 8)
    for _ in range(8):
        for some in torch.randperm(len(together[0])).split(256):
            rows, labels, weights = (part[some] for part in together)
            loss = (nn.functional.cross_entropy(head(rows), labels, reduction="none") * weights).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        plan.step()
    return head


def shares(found):
    found = found.softmax(1)
    return (found[:, 0] + 0.5 * found[:, 1]).tolist()


fold = torch.tensor([int(hashlib.sha256(row["group"].encode()).hexdigest()[:8], 16) % 5 for row in labelled])
judged = torch.zeros(len(labelled), len(LABELS))
with torch.no_grad():
    for left_out in range(5):
        with torch.enable_grad():
            head = fit(fold != left_out)
        judged[fold == left_out] = head(inputs["labelled"][fold == left_out])
    values = shares(judged)
    for name in SETS:
        of = lambda label: [value for value, row in zip(values, labelled) if (row["set"], row["label"]) == (name, label)]
        print(f"{name}: {area(of('yes'), of('no')):.3f}")
    with torch.enable_grad():
        head = fit(torch.ones(len(labelled), dtype=torch.bool))
    values = shares(head(inputs["shop"]))
    first = sum(
        shop[start + int(numpy.argmax(values[start : start + 5]))]["label"] == "right" for start in range(0, len(shop), 5)
    )
    print(f"shop: right answer first in {first} of {len(shop) // 5}")

weights, biases = head.weight.detach().numpy(), head.bias.detach().numpy()
stored = {}
for verdict, row, bias in zip(LABELS, weights, biases):
    both = 20 * row[: 4 * 384]
    scale = float(numpy.abs(both).max()) / 127
    eighths = base64.b64encode(numpy.round(both / scale).astype(numpy.int8).tobytes()).decode()
    stored[verdict] = {
        "scale": float(f"{scale:.6g}"),
        "numbers": eighths,
        "coefficients": [round(float(value), 5) for value in (bias, *row[4 * 384 :])],
    }
named = {
    "features": [*NAMES, "cosine", "cosineSquared"],
    "means": [round(value, 5) for value in means.tolist()],
    "deviations": [round(value, 5) for value in deviations.tolist()],
    "coefficients": {verdict: part["coefficients"] for verdict, part in stored.items()},
}
vector = {verdict: {"scale": part["scale"], "numbers": part["numbers"]} for verdict, part in stored.items()}
target = Path(__file__).parents[2] / "src/judge/embedded/relevance/vector-weights.generated.ts"
target.write_text(
    "/** Written by research/cross-encoder/frozen.py: fit again, never edit. */\n"
    f"export const namedWeights = {json.dumps(named, indent=2)} as const\n\n"
    "/** Of 4 times 384 numbers a verdict: the question's vector, the statement's, their product and their distance. */\n"
    f"export const vectorWeights = {json.dumps(vector, indent=2)} as const\n"
)
