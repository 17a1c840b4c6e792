"""Trains the cross-encoder: python3 train.py ROWS MODEL --epochs 1 --rate 8e-5 [--from MODEL] [--frozen] [--limit SOURCE=COUNT ...]"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy
import torch
from torch import nn

from measure import measure
from model import LABELS, TASKS, WordPieces, batches, load_base, tensors

options = argparse.ArgumentParser()
options.add_argument("rows")
options.add_argument("model")
options.add_argument("--from", dest="start")
options.add_argument("--epochs", type=float, default=1)
options.add_argument("--rate", type=float, default=8e-5)
options.add_argument("--tokens", type=int, default=2048)
options.add_argument("--longest", type=int, default=160)
options.add_argument("--frozen", action="store_true")
options.add_argument("--limit", nargs="*", default=[])
options.add_argument("--shop")
given = options.parse_args()
torch.manual_seed(1)
random = numpy.random.default_rng(1)

limits = {source: int(count) for source, count in (part.split("=") for part in given.limit)}
rows, taken = [], {}
for line in Path(given.rows).read_text().splitlines():
    row = json.loads(line)
    taken[row["source"]] = taken.get(row["source"], 0) + 1
    if taken[row["source"]] <= limits.get(row["source"], len(line) + 10**9):
        rows.append(row)
pieces = WordPieces()
encoded = [pieces.pair(row["first"], row["second"], given.longest) for row in rows]
print(len(rows), "rows,", sum(map(len, encoded)), "tokens", flush=True)

model = load_base()
if given.start:
    model.load_state_dict(torch.load(given.start))
# What words mean stays as it was: so words of no training row keep their place beside the others.
for name, part in model.named_parameters():
    part.requires_grad = name.startswith("heads") if given.frozen else not name.startswith(("words", "places"))
decayed = [part for name, part in model.named_parameters() if part.requires_grad and part.dim() > 1]
others = [part for name, part in model.named_parameters() if part.requires_grad and part.dim() == 1]
optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}], lr=given.rate, foreach=True)
plan = [batch for _ in range(int(numpy.ceil(given.epochs))) for batch in batches(encoded, given.tokens, random)]
plan = plan[: int(len(plan) * given.epochs / numpy.ceil(given.epochs))]
warm = max(1, len(plan) // 20)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: min((step + 1) / warm, max(0.02, (len(plan) - step) / max(1, len(plan) - warm)))
)
loss_of = nn.CrossEntropyLoss(reduction="sum")
began, losses = time.time(), []
for step, batch in enumerate(plan):
    model.train()
    outcome = model(*tensors(encoded, batch))
    loss = 0
    for task in TASKS:
        mine = [place for place, row in enumerate(batch) if rows[row]["task"] == task]
        if mine:
            wanted = torch.tensor([LABELS.index(rows[batch[place]]["label"]) for place in mine])
            loss = loss + loss_of(outcome[task][mine], wanted)
    loss = loss / len(batch)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    schedule.step()
    losses.append(loss.item())
    if step % 20 == 19:
        spent = time.time() - began
        print(f"{step + 1}/{len(plan)} loss {sum(losses[-200:]) / len(losses[-200:]):.3f} {spent:.0f} s, {spent / (step + 1) * len(plan) / 60:.0f} min in all", flush=True)
    if step % 500 == 499:
        torch.save(model.state_dict(), given.model + ".part")
torch.save(model.state_dict(), given.model)
if os.path.exists(given.model + ".part"):
    os.remove(given.model + ".part")
measure(model, given.shop)
