import type { ItemRecord } from '../../src/run/item-record.ts'
import type { EvaluationRun, ScoreRecord, ScorerRecord, VerdictRecord } from '../../src/run/record.ts'
import { seededRandom } from '../../src/shared/random.ts'
import { answerSentences, judgeWords, questions } from './sentences.ts'

export interface RandomRunOptions {
  seed?: number
  items?: number
  repeats?: number
  /** Added to the chance that a statement is good: what a better agent would have. */
  quality?: number
  scorers?: readonly ScorerRecord[]
}

export const threeScorers: readonly ScorerRecord[] = [
  { id: 'answer-relevancy', name: 'Answer relevancy', scale: 1, lowerIsBetter: false },
  { id: 'faithfulness', name: 'Faithfulness', scale: 1, lowerIsBetter: false },
  { id: 'hallucination', name: 'Hallucination', scale: 1, lowerIsBetter: true },
]

const start = Date.UTC(2026, 4, 12, 9, 30)

/** A run as an evaluation of a support agent would record it: most is well, some is not, some failed. */
export function randomRun(options: RandomRunOptions = {}): EvaluationRun {
  const { seed = 1, items = 60, repeats = 1, quality = 0, scorers = threeScorers } = options
  const records = Array.from({ length: items }, (_, index) =>
    Array.from({ length: repeats }, (_unused, repeat) =>
      randomItem(seed, index, repeat + 1, quality, scorers),
    ),
  ).flat()
  return {
    header: {
      kind: 'run',
      version: 1,
      id: `run-${seed}`,
      name: 'Support agent, shorter prompt',
      startedAt: new Date(start).toISOString(),
      target: { kind: 'agent', id: 'support-agent', model: 'openai/gpt-5-mini' },
      dataset: { name: 'support-questions.jsonl', items, hash: 'b7f1c0de'.repeat(8) },
      scorers,
      repeats,
    },
    items: records,
    end: { kind: 'end', at: new Date(start + items * 2400).toISOString(), status: 'complete' },
  }
}

function randomItem(
  seed: number,
  index: number,
  repeat: number,
  quality: number,
  scorers: readonly ScorerRecord[],
): ItemRecord {
  const random = seededRandom(seed * 1_000_003 + index * 101 + repeat)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  // What is asked is the same whatever the seed: runs are compared over it.
  const asking = seededRandom(index)
  const ask = <Value>(values: readonly Value[]) => values[Math.floor(asking() * values.length)] as Value
  const usage = {
    inputTokens: 400 + Math.floor(random() * 900),
    outputTokens: 60 + Math.floor(random() * 200),
  }
  const common = {
    kind: 'item',
    itemId: `question-${String(index + 1).padStart(4, '0')}`,
    repeat,
    input: `${ask(questions)} (order ${1000 + index})`,
    groundTruth: ask(answerSentences),
    cost: { calls: 1, usage, money: usage.inputTokens * 2.5e-7 + usage.outputTokens * 2e-6 },
    startedAt: new Date(start + index * 2400).toISOString(),
    durationInMs: 700 + Math.floor(random() * 3000),
  } as const
  if (random() < 0.01) {
    const failure = {
      name: 'APICallError',
      message: '503 Service Unavailable: the model is overloaded',
      attempts: 4,
    }
    return { ...common, failure, scores: {} }
  }
  const units = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(answerSentences))
  const skill = Math.min(0.98, 0.35 + random() * 0.65 + quality)
  const scores = Object.fromEntries(
    scorers.map((scorer) => [scorer.id, randomScore(random, units, skill, scorer)]),
  )
  return { ...common, answer: units.join(' '), scores }
}

function randomScore(
  random: () => number,
  units: string[],
  skill: number,
  scorer: ScorerRecord,
): ScoreRecord {
  const usage = {
    inputTokens: 900 + Math.floor(random() * 400),
    outputTokens: 120 + Math.floor(random() * 200),
  }
  const cost = {
    calls: 1 + Math.floor(random() * 2),
    usage,
    money: usage.inputTokens * 2.5e-7 + usage.outputTokens * 2e-6,
  }
  const durationInMs = 300 + Math.floor(random() * 1500)
  const chance = random()
  if (chance < 0.015) {
    const message = 'the judge openai/gpt-5-mini left out 2 of 4 answers after 3 calls'
    return { outcome: 'failed', failure: { name: 'JudgeError', message, attempts: 3 }, cost, durationInMs }
  }
  if (chance < 0.05) {
    return {
      outcome: 'not scorable',
      reason: 'there is no context: the run called no tool',
      cost: { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } },
      durationInMs,
    }
  }
  const verdicts = units.map((unit): VerdictRecord => {
    const luck = random()
    const level = luck < skill ? 'good' : luck < skill + (1 - skill) / 2 ? 'partly' : 'bad'
    const words = judgeWords[level]
    const credit = { good: 1, partly: 0.5, bad: 0 }[level]
    const verdict = { good: 'yes', partly: 'unsure', bad: 'no' }[level]
    return { unit, verdict, credit, share: credit, reason: words[Math.floor(random() * words.length)] }
  })
  const good = verdicts.reduce((total, { credit = 0 }) => total + credit, 0) / verdicts.length
  const score = (scorer.lowerIsBetter ? 1 - good : good) * (scorer.scale ?? 1)
  const costly = verdicts.filter(({ credit }) => credit !== 1)
  const reason = `${good === 1 ? 'All' : verdicts.length - costly.length} of ${verdicts.length} statements count in full.${costly.map(({ unit, reason: why }) => ` “${unit}” ${why}`).join('')}`
  return { outcome: 'scored', score, reason, verdicts, cost, durationInMs }
}
