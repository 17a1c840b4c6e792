import type { PassSummary, RepeatSummary } from '../../evaluation/comparison/summarise-repeats.ts'
import { addCosts } from '../../run/cost/cost.ts'
import type { ScorerRecord } from '../../run/record.ts'
import type { Interval } from '../../statistics/resampling.ts'
import type { VarianceParts, VarianceSource } from '../../statistics/variance-parts.ts'
import { type Block, type Cell, type ColumnKind, note, sentence, table } from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import {
  formatCount,
  formatMoney,
  formatNumberOf,
  formatScore,
  formatShare,
  intervalTitle,
  none,
  rangeText,
} from '../format.ts'
import { capital } from '../wording.ts'
import type { ReadMaterial, ReportMaterial } from './material.ts'

interface Repeated {
  readonly scorer: ScorerRecord
  readonly repeats: RepeatSummary
}

/** Pass rates, the parts of the spread, and what they say in words. */
export function repeatBlocks(material: ReadMaterial): Block[] {
  const scorers = material.scorers.flatMap(({ scorer, repeats }) =>
    repeats === undefined ? [] : [{ scorer, repeats }],
  )
  const passes = scorers.flatMap(({ scorer, repeats: { pass } }) =>
    pass === undefined ? [] : passRows(scorer, pass),
  )
  const spread = scorers.flatMap(({ scorer, repeats: { variance } }) =>
    variance === undefined ? [] : spreadRows(scorer, variance),
  )
  const titled = (titles: readonly string[], kinds: readonly ColumnKind[]) =>
    titles.map((title, index) => ({
      ...{ title, kind: kinds[index] ?? 'number' },
      cell: (row: readonly (Cell | string)[]) => row[index],
    }))
  return [
    ...table('How often answers pass', passes, titled(passColumns, ['name', 'number'])),
    ...table('Where single scores differ', spread, titled(spreadColumns(scorers), ['name', 'word'])),
    ...scorers.flatMap(({ scorer: { name }, repeats }) => [
      ...[...sentencesOf(repeats), ...simulatedNotes(material, repeats)].map((text) =>
        sentence(text, { name }),
      ),
      ...notesOf(repeats).map((text) => note(text, name)),
    ]),
  ]
}

const passColumns = ['Scorer', 'Passes', 'Tries', 'One passes (pass@k)', 'All pass (pass^k)', 'Items']
const spreadColumns = (scorers: readonly Repeated[]) => [
  ...['Scorer', 'Between', 'Share of the spread', intervalTitle(scorers.flatMap(intervalsOf))],
]

const intervalsOf = ({ repeats: { variance } }: Repeated) =>
  variance?.parts.map(({ share }) => ('value' in share ? share : {})) ?? []

/** One try, and as many as there were. */
function passRows({ name, scale, lowerIsBetter }: ScorerRecord, { threshold, rates }: PassSummary) {
  const shown = rates.filter(({ k }) => k === 1 || k === rates.length)
  return shown.map(({ k, passAtK, passHatK, items }) => [
    name,
    `${lowerIsBetter ? '≤' : '≥'} ${formatScore(threshold, scale)}`,
    formatCount(k),
    estimateCell(passAtK, formatShare),
    estimateCell(passHatK, formatShare),
    formatCount(items),
  ])
}

/** Estimates without bias may be beyond what a share can be. */
const isShare = (value: number) => value >= 0 && value <= 1
const within = ({ low, high }: Interval) => ({ low: Math.max(0, low), high: Math.min(1, high) })

const words = new Intl.ListFormat('en', { type: 'conjunction' })
const named = (sources: readonly VarianceSource[]) => words.format(sources)

function spreadRows({ name }: ScorerRecord, { parts }: VarianceParts): string[][] {
  return parts.map(({ sources, share }) => {
    const interval = 'value' in share ? share.interval : undefined
    return [
      name,
      named(sources),
      'value' in share ? (isShare(share.value) ? formatShare(share.value) : 'inconclusive') : none,
      interval === undefined || interval.high < 0 || interval.low > 1
        ? none
        : rangeText(within(interval), formatShare),
    ]
  })
}

/** What the spread is made of, and how many are left out of which figure. */
function sentencesOf({ variance, pass, judgingsFailed, leftOut }: RepeatSummary): string[] {
  const left = pass?.rates.at(-1)?.leftOut ?? 0
  const said = [
    variance && spreadSentence(variance),
    ...(pass === undefined ? [] : passSentences(pass)),
    left > 0
      ? `${formatNumberOf(left, 'item')} with fewer tries ${left === 1 ? 'is' : 'are'} left out of the rates of all tries.`
      : undefined,
    judgingsFailed > 0
      ? `${formatNumberOf(judgingsFailed, 'judging')} gave no score and ${judgingsFailed === 1 ? 'is' : 'are'} left out of the spread.`
      : undefined,
    ...Object.entries(leftOut ?? {}).map(([what, count]) =>
      count > 0
        ? `${formatNumberOf(count, what === 'items' ? 'item' : 'replay')} without ${what === 'items' ? 'replays' : 'a score'} ${count === 1 ? 'is' : 'are'} left out of the spread.`
        : undefined,
    ),
  ]
  return [...new Set(said.filter((text) => text !== undefined))]
}

/** What to know about the estimates. */
function notesOf({ variance, pass }: RepeatSummary): string[] {
  const [single] = pass?.rates ?? []
  const notes = [
    variance?.note,
    ...(variance?.parts ?? []).flatMap(({ sources, variance: found }) =>
      'value' in found && found.note !== undefined ? `${capital(named(sources))}: ${found.note}` : [],
    ),
    single !== undefined && 'value' in single.passAtK ? single.passAtK.note : undefined,
  ]
  return [...new Set(notes.filter((text) => text !== undefined))]
}

/** Each conversation has both, so that only replays can tell them apart. */
const simulatedNotes = ({ run }: ReportMaterial, { variance }: RepeatSummary): string[] =>
  variance !== undefined && variance.users === undefined && run.header.target.simulator !== undefined
    ? [
        `The spread between answers is the agent's and the simulated user's together: each conversation has both. Replays tell them apart (replays: 1 in the configuration)${costOfReplays(run)}.`,
      ]
    : []

/** What each simulated conversation would cost once more, without the simulator. */
function costOfReplays({ items }: ReportMaterial['run']): string {
  const replayed = items.filter(({ failure, simulatorCost }) => !failure && simulatorCost !== undefined)
  const { calls, money } = addCosts(
    replayed.flatMap(({ cost, scores }) => [cost, ...Object.values(scores).map((score) => score.cost)]),
  )
  if (calls === 0) return ''
  return `, for about ${formatNumberOf(calls, 'call')} more${money === undefined ? '' : ` (${formatMoney(money)})`}`
}

function passSentences({ rates: [single], unscored }: PassSummary): (string | undefined)[] {
  return [
    single !== undefined && 'undefinedBecause' in single.passAtK
      ? `No pass rate: ${single.passAtK.undefinedBecause}.`
      : undefined,
    unscored > 0
      ? `${formatNumberOf(unscored, 'answer')} without a score ${unscored === 1 ? 'is' : 'are'} left out of the pass rates.`
      : undefined,
  ]
}

const owners: Readonly<Record<string, string>> = {
  items: 'between items',
  users: "the simulated user's (between users)",
  answers: "the agent's (between answers)",
  judgings: "the judge's (between judgings)",
  'users and answers': "the simulated user's and the agent's (between users and answers)",
  'answers and judgings': "the agent's and the judge's (between answers and judgings)",
}

function spreadSentence({ parts }: VarianceParts): string {
  const clauses = parts.flatMap(({ sources, share }, index) => {
    const owner = owners[named(sources)] ?? `between ${named(sources)}`
    return 'value' in share ? `${formatShare(share.value)} ${index === 0 ? 'is ' : ''}${owner}` : []
  })
  if (clauses.length < parts.length) {
    const why = parts.flatMap(({ variance }) =>
      'undefinedBecause' in variance ? variance.undefinedBecause : [],
    )
    return why[0] === undefined
      ? 'All single scores are the same, so there is no spread to divide.'
      : `The spread of single scores cannot be divided: ${why[0]}.`
  }
  const small = parts.filter(({ share }) => 'value' in share && share.value < 0)
  if (small.length > 0)
    return `The spread of single scores cannot be divided: there are too few scores to measure the spread between ${small.map(({ sources }) => named(sources)).join(' and ')}.`
  return `Of the spread of single scores, ${clauses.join(', ')}.`
}
