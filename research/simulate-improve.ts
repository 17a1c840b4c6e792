/**
 * How often `verdict improve` adopts what changes nothing, and how often its gain holds: node
 * research/simulate-improve.ts [RUNS]. With `gains` instead, the error of what could be told of adopted gains.
 */

import { expectedGain } from '../src/features/agreement/improve/draw-conclusion.ts'
import type { ImprovementResult } from '../src/features/agreement/improve/result.ts'
import { improveJudge } from '../src/features/agreement/index.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../src/judge/contract.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'
import { seededRandom } from '../src/shared/random.ts'
import { normalQuantile } from '../src/statistics/distributions.ts'

const onlyGains = process.argv[2] === 'gains'
const runs = onlyGains ? 0 : Number(process.argv[2] ?? 40)

/** Prints, for true gains in standard errors, how far each rule is off (root mean square) and too high (mean). */
function errorsOfGains(adopted: number): void {
  const random = seededRandom(54)
  const needed = normalQuantile(0.975)
  for (const truth of [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5]) {
    const rules: Record<string, number[]> = { seen: [], 'half-way': [], shrunk: [] }
    while ((rules.seen as number[]).length < adopted) {
      const seen = truth + normalQuantile(Math.max(1e-12, random()))
      const interval = { level: 0.95, low: seen - needed, high: seen + needed }
      const halfWay = expectedGain({ value: seen, interval }, 0.95)
      if (halfWay === undefined) continue
      const told = [seen, halfWay, 2 * halfWay - seen]
      for (const [index, of] of Object.values(rules).entries()) of.push((told[index] as number) - truth)
    }
    const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    const cells = Object.entries(rules).map(
      ([name, of]) =>
        `${name} ${Math.sqrt(mean(of.map((one) => one ** 2))).toFixed(2)} (${mean(of).toFixed(2)})`,
    )
    console.log(`true gain of ${truth} standard errors: ${cells.join(', ')}`)
  }
}
if (onlyGains) errorsOfGains(4000)

/** What a judge is asked about one statement, and how. */
interface Seen {
  readonly isYes: boolean
  readonly group: number
  /** Another one for each text, and the same however it is asked. */
  readonly text: () => number
  /** Another one each time that it is asked otherwise. */
  readonly anew: () => number
  readonly examples: number
  readonly hasGuideline: boolean
}

interface Kind {
  readonly name: string
  /** With which a statement is judged wrongly. */
  readonly mistaken: (seen: Seen) => number
  /** Whether what is mistaken depends on how it was asked. */
  readonly isAnew?: boolean
  readonly hasShares?: boolean
  /** Of yes. */
  readonly yes?: number
  readonly perGroup?: number
  /** Labels that are drawn twice, by chance, for each text. */
  readonly contradicts?: boolean
}

const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)

function judgeOf({ mistaken, isAnew = false, hasShares = false }: Kind, seed: number): Judge {
  return {
    id: 'scripted',
    model: 'scripted/judge',
    async decide<const Q extends Questions>({ state, questions, task }: DecisionRequest<Q>) {
      const { statements, ...rest } = state as { statements: Record<string, string> }
      const examples = (rest as { 'examples labelled by people'?: unknown[] })['examples labelled by people']
      const asked = Object.entries<Question>(questions)
      const way = JSON.stringify([Object.keys(rest), examples?.length, asked.length, asked[0]?.[1]])
      const answers = asked.map(([id]): [string, Answer] => {
        const text = statements[id] ?? ''
        const [, group = '0'] = /group (\d+)/.exec(text) ?? []
        const isYes = text.includes('relevant')
        const one = seededRandom(hashOf(`${seed} ${text}`))
        const other = seededRandom(hashOf(`${seed} ${text} ${way}`))
        const seen = { isYes, group: Number(group), text: one, anew: other, examples: examples?.length ?? 0 }
        const rate = mistaken({ ...seen, hasGuideline: 'guideline of people' in rest })
        const said = (isAnew ? other : one)() < rate ? !isYes : isYes
        const share = said ? 0.86 + 0.13 * other() : 0.01 + 0.13 * other()
        return [id, { type: 'choice', choice: said ? 'yes' : 'no', ...(hasShares ? { share } : {}) }]
      })
      const usage = { inputTokens: 100, outputTokens: 20 }
      const spent = { prompts: [], calls: 1, usage, durationInMs: 0, cached: false, warnings: [] }
      return {
        answers: Object.fromEntries(answers) as Decision<Q>['answers'],
        evidence: { judge: 'scripted', task: task.name, ...spent },
      }
    },
    async write({ task }) {
      const usage = { inputTokens: 100, outputTokens: 20 }
      const spent = { prompts: [], calls: 1, usage, durationInMs: 0, cached: false, warnings: [] }
      return { text: 'Look for what was asked.', evidence: { judge: 'scripted', task: task.name, ...spent } }
    },
  }
}

function rowsOf({ yes = 0.5, perGroup = 1, contradicts = false }: Kind, count: number, seed: number) {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const group = Math.floor(index / perGroup)
    // The same text twice, where labels contradict each other.
    const isYes = contradicts ? Math.floor(index / 2) % 2 === 0 : random() < yes
    const label = (contradicts ? random() < 0.5 : isYes) ? 'yes' : 'no'
    const statement = `Statement ${contradicts ? Math.floor(index / 2) : index} of group ${group} is ${isYes ? 'relevant' : 'beside'}.`
    return { id: `${index}`, input: `Question ${group}?`, statement, label, group: `${group}` }
  })
}

const nothing: readonly Kind[] = [
  { name: 'wrong in 0.2 of texts', mistaken: () => 0.2 },
  { name: 'wrong in 0.2, each way other texts', mistaken: () => 0.2, isAnew: true },
  { name: 'the same with shares', mistaken: () => 0.2, isAnew: true, hasShares: true },
  { name: 'poor, 0.4', mistaken: () => 0.4, isAnew: true },
  { name: 'guesses', mistaken: () => 0.5, isAnew: true, hasShares: true },
  { name: 'hard groups of five', mistaken: ({ group }) => (group % 3) * 0.2, isAnew: true, perGroup: 5 },
  { name: 'one yes in seven', mistaken: () => 0.2, isAnew: true, yes: 0.15 },
  { name: 'nearly perfect', mistaken: () => 0.03, isAnew: true },
  { name: 'worse with examples', mistaken: ({ examples }) => (examples > 0 ? 0.35 : 0.2), isAnew: true },
  { name: 'finds all yes', mistaken: ({ isYes }) => (isYes ? 0.02 : 0.4), isAnew: true, hasShares: true },
]
const contradicting: Kind = {
  ...{ name: 'labels that contradict each other', mistaken: () => 0.1, isAnew: true, hasShares: true },
  ...{ contradicts: true, perGroup: 2 },
}
/** Half of the two errors together is what an area under the curve of verdicts lacks: what falls is what is gained. */
const betterFrom = (before: number, after: number): Kind & { gain: number } => ({
  ...{ name: `better with examples, ${before} to ${after}`, isAnew: true, gain: before - after },
  mistaken: ({ examples }) => (examples >= 4 ? after : before),
})
const better = [betterFrom(0.35, 0.08), betterFrom(0.3, 0.2)]

/** Labels of one kind in a part are refused: then nothing is adopted. */
async function improve(kind: Kind, rows: number, seed: number): Promise<Partial<ImprovementResult>> {
  return improveJudge({
    scorer: createAnswerRelevancyScorer({ model: judgeOf(kind, seed) }),
    data: rowsOf(kind, rows, seed),
    ...{ seed, resamples: 1000 },
  }).catch((error: unknown) => {
    if (error instanceof RangeError) return {}
    throw error
  })
}

const percent = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`
for (const rows of onlyGains ? [] : [60, 120, 200]) {
  const adopted = new Map<string, number>()
  for (const kind of [...nothing, contradicting])
    for (let seed = 1; seed <= runs; seed++) {
      const { improvement } = await improve(kind, rows, seed)
      if (improvement !== undefined) adopted.set(kind.name, (adopted.get(kind.name) ?? 0) + 1)
    }
  const all = nothing.reduce((sum, { name }) => sum + (adopted.get(name) ?? 0), 0)
  console.log(
    `${rows} rows: of no use, adopted in ${percent(all, runs * nothing.length)} of ${runs * nothing.length}: ${JSON.stringify(Object.fromEntries(adopted))}`,
  )
  for (const kind of better) {
    let [held, tested, taken, heldTaken, seen, told] = [0, 0, 0, 0, 0, 0]
    for (let seed = 1; seed <= 5 * runs; seed++) {
      const { tested: test, improvement } = await improve(kind, rows, seed)
      if (test === undefined || !/^[48] examples$/.test(test.name)) continue
      const { value = 0, interval } = 'value' in test.gain ? test.gain : {}
      const holds = interval !== undefined && interval.low <= kind.gain && kind.gain <= interval.high
      tested += 1
      held += Number(holds)
      if (improvement === undefined) continue
      taken += 1
      heldTaken += Number(holds)
      seen += value
      told += expectedGain(test.gain, 0.95) ?? value
    }
    const mean = (sum: number) => (sum / Math.max(1, taken)).toFixed(3)
    console.log(
      `${rows} rows: ${kind.name}, tested in ${tested} of ${5 * runs}, adopted in ${percent(taken, tested)}, gain holds in ${percent(held, tested)} (of the ${taken} adopted ${percent(heldTaken, taken)}, seen ${mean(seen)}, told ${mean(told)})`,
    )
  }
}
