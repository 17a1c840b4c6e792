import type { GateOutcome } from '../../../evaluation/gates/gate.ts'
import {
  type Block,
  explained,
  filled,
  note,
  type Section,
  type Sentence,
  type Sides,
  sentence,
} from '../../../report/document/blocks.ts'
import { column, table } from '../../../report/document/table.ts'
import { estimateCell } from '../../../report/estimates.ts'
import { formatCount, formatScore, intervalTitle, none } from '../../../report/format-numbers.ts'
import { gateBlocks } from '../../../report/run/gate-list.ts'
import { groupFailures, groupNotScorable } from '../../../report/run/unscored.ts'
import { asClause } from '../../../scorers/reason/reason.ts'
import type { PreferenceComparison } from '../compare-pairs.ts'
import { fewestForLine } from '../judge-biases.ts'
import { hasTurned, type JudgedPair, judgedPairs } from '../judged-pairs.ts'
import { peopleTable } from './people.ts'
import {
  aboutOne,
  formatP,
  headline,
  listBiasWarnings,
  type PairsMaterial,
  readNames,
  shareCell,
  versus,
} from './sentences.ts'

/** Shows the result of the pairs, and what to know before trusting it. */
export const pairsLead = (material: PairsMaterial): Block[] =>
  material.comparisons.flatMap((comparison) => [
    sentence(headline(comparison, material)),
    ...listBiasWarnings(comparison, material).map((text) => sentence(text, { tone: 'partly' })),
  ])

/** @param gates The outcomes of the gates; empty if there are none. */
export const pairsSections = (material: PairsMaterial, gates: readonly GateOutcome[]): Section[] =>
  filled([
    { id: 'gates', title: 'Gates', blocks: gateBlocks(gates) },
    { id: 'preferred', title: 'Preferences', blocks: preferenceTable(material) },
    { id: 'people', title: 'Preferences of people', blocks: peopleTable(material) },
    { id: 'order', title: 'Effect of the order', blocks: turningTable(material) },
    { id: 'length', title: 'Effect of length', blocks: lengthTable(material) },
    { id: 'unscored', title: 'Pairs without a result', blocks: material.comparisons.flatMap(unscored) },
    ...material.comparisons.map((comparison, index) => makeAnswersSection(comparison, index, material)),
  ])

const pValueTitle = ({ comparisons: [, another] }: PairsMaterial) =>
  another === undefined ? 'p-value' : 'p-value (Holm)'

const preferenceTable = (material: PairsMaterial) =>
  table<PreferenceComparison>('Preferred answers', material.comparisons, [
    versus(material),
    column.number(
      'Win rate',
      ({ winRate, interval }) => ({
        ...shareCell({ value: winRate, interval }),
        strong: winRate !== undefined,
      }),
      { detail: intervalTitle(material.comparisons) },
    ),
    column.number('For it', ({ preferred }) => formatCount(preferred.candidate)),
    column.number('Ties', ({ preferred }) => formatCount(preferred.ties)),
    column.number('Against it', ({ preferred }) => formatCount(preferred.baseline)),
    column.number(pValueTitle(material), ({ adjustedPValue }) => formatP(adjustedPValue), { isMinor: true }),
    column.word('Preferred', (comparison) => {
      const { verdict } = comparison
      if (verdict === 'cannot tell') return { text: 'cannot tell', tone: 'neutral' }
      return {
        text: readNames(comparison, material)[verdict],
        tone: verdict === 'candidate' ? 'good' : 'bad',
      }
    }),
  ])

const turningTable = (material: PairsMaterial): Block[] => {
  const asked = material.comparisons.filter(({ turning }) => turning.asked > 0)
  const part = (of: 'short' | 'middle' | 'long') =>
    column.number(
      `${of[0]?.toUpperCase()}${of.slice(1)} answers`,
      ({ turning }: PreferenceComparison) => {
        const found = turning.byLength.find((one) => one.part === of)
        return found === undefined ? none : shareCell(found.rate)
      },
      { isMinor: 'details' },
    )
  return explained(
    'How often the judge changed its mind when the answers were swapped; such a pair counts as a tie. Those to neither place were a tie in one of the orders.',
    table<PreferenceComparison>('Verdicts that turned with the order', asked, [
      versus(material),
      column.number('Turned', ({ turning }) => shareCell(turning.rate), { detail: 'interval' }),
      column.number('To the first', ({ turning }) => formatCount(turning.towardsFirst)),
      column.number('To the second', ({ turning }) => formatCount(turning.towardsSecond)),
      ...[part('short'), part('middle'), part('long')],
    ]),
  )
}

const lengthTable = (material: PairsMaterial): Block[] => {
  // Where all answers are alike in length, only the win rate is left, which the first table has.
  const asked = material.comparisons.filter(
    ({ preferred: { candidate, baseline, ties }, turning, length }) =>
      turning.asked > 0 && length.alike.pairs < candidate + baseline + ties,
  )
  return explained(
    'How often the longer answer is preferred, the win rate among answers of similar length, and the gain in win rate when the candidate is twice as long.',
    [
      ...table<PreferenceComparison>('Effect of length on preferences', asked, [
        versus(material),
        column.number('Longer preferred', ({ length }) => shareCell(length.longer.rate)),
        column.number('Win rate where alike', ({ length }) => shareCell(length.alike.winRate)),
        column.number('Pairs alike', ({ length }) => formatCount(length.alike.pairs), { isMinor: true }),
        column.number('Gain when twice as long', ({ length: { line } }) =>
          estimateCell(line?.slope, formatScore),
        ),
      ]),
      ...asked.flatMap((one) => whyNoGain(one, material)),
    ],
  )
}

/** Says why the gain when twice as long cannot be estimated, if so. */
function whyNoGain(comparison: PreferenceComparison, material: PairsMaterial): Sentence[] {
  const { length, preferred } = comparison
  if (length.line !== undefined) return []
  const results = [preferred.candidate, preferred.baseline, preferred.ties].filter((count) => count > 0)
  const why =
    results.length === 1
      ? 'all pairs have the same result'
      : length.longer.pairs < fewestForLine
        ? `fewer than ${fewestForLine} pairs differ in length by more than a fifth`
        : 'the lengths do not differ enough'
  return [note(aboutOne(`No gain when twice as long can be estimated: ${why}.`, comparison, material))]
}

const unscored = ({ run }: PreferenceComparison): Block[] => [
  ...groupFailures(run).map(({ count, failure }) =>
    sentence(`${formatCount(count)} failed: ${failure.message}`),
  ),
  ...groupNotScorable(run).map(({ count, reason }) =>
    sentence(`${formatCount(count)} not scorable: ${reason}`),
  ),
]

/** Sorts pairs: wins of the baseline first, then ties because of the order, other ties, and wins of the candidate. */
function makeAnswersSection(
  comparison: PreferenceComparison,
  index: number,
  material: PairsMaterial,
): Section {
  const names = readNames(comparison, material)
  const place = (pair: JudgedPair) => pair.score * 2 - (hasTurned(pair) ? 0.5 : 0)
  const pairs = judgedPairs(comparison.run)
    .toSorted((one, other) => place(one) - place(other))
    .map((pair) => toSides(pair, names))
  const title =
    material.comparisons.length === 1 ? 'Answers' : `Answers of ${names.candidate} and ${names.baseline}`
  return {
    id: `answers-${index + 1}`,
    title,
    blocks: pairs.length === 0 ? [] : [{ block: 'sides', title: 'Preferred', pairs }],
  }
}

function toSides(pair: JudgedPair, names: ReturnType<typeof readNames>): Sides['pairs'][number] {
  const { itemId, question = '', baseline, candidate, score } = pair
  const found =
    score === 1
      ? names.candidate
      : score === 0
        ? names.baseline
        : hasTurned(pair)
          ? 'depends on the order: counted as a tie'
          : 'a tie'
  return {
    item: itemId,
    found,
    question,
    tone: score === 1 ? 'good' : score === 0 ? 'bad' : 'neutral',
    sides: [
      { title: names.baseline, text: baseline },
      { title: names.candidate, text: candidate },
    ],
    why: explainPair(pair, names),
  }
}

/** The judge's words mention a first and a second answer, so this says which was the first. */
function explainPair({ reason, said }: JudgedPair, names: ReturnType<typeof readNames>): string {
  const [one, other] = said?.words ?? []
  if (one === undefined || other === undefined) return one ?? reason
  return `With ${names.baseline} first: ${asClause(one)}. With ${names.candidate} first: ${asClause(other)}.`
}
