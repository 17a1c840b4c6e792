import { estimateItemsNeeded } from '../../evaluation/comparison/items-needed.ts'
import type { ScoreComparison } from '../../evaluation/comparison/score-comparison.ts'
import { differencesText } from '../../evaluation/comparison/scorer-differences.ts'
import { tookPlaceText } from '../../run/answer-noun.ts'
import { haveSameAnswers } from '../../run/same-answers.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { compact } from '../../shared/compact.ts'
import { comparedExtent, comparisonGrounds, turnedText, verdictWord } from '../comparison-sentences.ts'
import {
  formatChange,
  formatCount,
  formatDifference,
  formatQuantity,
  formatScore,
} from '../format-numbers.ts'
import { namedText } from './group-movements.ts'
import { fieldsName } from './group-tables.ts'
import type { ReadMaterial, ReportMaterial, ScorerComparison, ScorerMaterial } from './material.ts'
import { baselineFaults } from './outcome-title.ts'

/** The main result, for readers to see first. */
export interface Headline {
  /** The outcome in a few words: 'Looks better, not proven'. */
  readonly title: string
  readonly state: 'better' | 'worse' | 'same' | 'cannot tell' | 'none'
  /** Before → after of each scorer, and what is needed to learn more. */
  readonly sentences: readonly string[]
  /** The command that resolves an inconclusive result; absent if none is needed. */
  readonly remedy?: string
}

export function makeHeadline(material: ReadMaterial): Headline {
  const headline = summariseResult(material)
  const tookPlace = tookPlaceText(material.run)
  return {
    ...headline,
    sentences: compact([
      ...groupSentences(material),
      ...headline.sentences,
      tookPlace !== undefined && `${tookPlace}.`,
      baselineFaults(material),
      comparedExtent(material),
    ]),
  }
}

/** Names the groups that surely changed: a mean over all may hide them. 'By topic, Tone is worse in returns.' */
const groupSentences = ({ run, groups = [] }: ReadMaterial): string[] =>
  groups.flatMap((grouped) =>
    run.header.scorers.flatMap((scorer) => {
      const changed = (['worse', 'better'] as const).flatMap((verdict) => {
        const names = grouped.groups.flatMap(({ name, comparisons = [] }) => {
          const found = comparisons.find(({ scorerId }) => scorerId === scorer.id)
          return found?.verdict === verdict && found.measure === undefined ? name : []
        })
        return names.length === 0 ? [] : [`${verdict} in ${namedText(names)}`]
      })
      const by = fieldsName(grouped)
      return changed.length === 0 ? [] : [`By ${by}, ${scorer.name} is ${changed.join(', and ')}.`]
    }),
  )

function summariseResult(material: ReadMaterial): Headline {
  const { scorers, compared } = material
  if (compared.length === 0) return { title: meansText(scorers), state: 'none', sentences: [] }
  const ofOtherJudges = compared.filter(({ comparison }) => comparison.measure !== undefined)
  const acrossJudges = ofOtherJudges.find(({ comparison }) => comparison.difference !== undefined)
  if (acrossJudges !== undefined) return ofJudges(ofOtherJudges)
  if (ofOtherJudges.length > 0) return cannotTell(material, compared, ofOtherJudges)
  return {
    title: titleOf(compared),
    state: stateOf(compared),
    sentences: compared.length > mostInFull ? describeBriefly(compared) : compared.map(changeSentence),
  }
}

/** With more scorers, a sentence for each would fill the first screen; the scores stand below. */
const mostInFull = 3

/** Describes what was decided, and in one sentence how many items would tell the rest. */
function describeBriefly(compared: readonly ScorerComparison[]): string[] {
  const decided = compared.filter(
    ({ comparison: { verdict } }) => verdict === 'worse' || verdict === 'better',
  )
  const open = compared
    .filter(
      ({ comparison: { verdict, sequential } }) => verdict === 'cannot tell' && sequential === undefined,
    )
    .flatMap(({ scorer, comparison }) => {
      const { items } = estimateItemsNeeded(comparison)
      return items === undefined ? [] : [{ name: scorer.name, items }]
    })
    .sort((one, other) => one.items - other.items)
    .map(({ name, items }) => `${formatCount(items)} for ${name}`)
  const turned = compared.flatMap(({ scorer: { name, scale }, comparison }) => {
    const text = comparison.verdict === 'cannot tell' ? turnedText(comparison, scale) : ''
    return text === '' ? [] : `${name}: ${formatQuantity(comparison.unpaired, 'item')} left out.${text}`
  })
  return [
    ...decided.map(changeSentence),
    ...turned,
    ...(open.length === 0
      ? []
      : [
          `${decided.length === 0 ? 'Each change' : 'Each other change'} can still be chance; if it is that large, about so many items would show it in 4 of 5 comparisons: ${open.join(', ')}.`,
        ]),
  ]
}

/** 'Answer Relevancy 0.703, Tone 0.920; Bias, Toxicity: nothing was scored'. */
function meansText(scorers: readonly ScorerMaterial[]): string {
  const means = scorers.flatMap(({ scorer: { name, scale }, summary: { mean } }) =>
    mean === undefined ? [] : [`${name} ${formatScore(mean, scale)}`],
  )
  const others = scorers.flatMap(({ scorer, summary }) => (summary.mean === undefined ? [scorer.name] : []))
  const unscored = others.length === 0 ? [] : [`${others.join(', ')}: nothing was scored`]
  return [...(means.length === 0 ? [] : [means.join(', ')]), ...unscored].join('; ')
}

function cannotTell(
  { run, baseline, remedy }: ReportMaterial,
  all: readonly ScorerComparison[],
  differing: readonly ScorerComparison[],
): Headline {
  const causes = Map.groupBy(differing, ({ comparison }) => differencesText(comparison.measure ?? []))
  const clauses = [...causes].map(([cause, scorers]) =>
    scorers.length === all.length ? cause : `${joinNames(scorers)}: ${cause}`,
  )
  return {
    title: `Cannot tell: ${clauses.join('; ')}`,
    state: 'cannot tell',
    sentences: [
      baseline !== undefined && haveSameAnswers(baseline, run)
        ? 'Both runs have the same answers: a difference is not the agent\u2019s.'
        : 'A difference need not be the agent\u2019s.',
      ...all.filter((one) => !differing.includes(one)).map(changeSentence),
    ],
    remedy: remedy ?? 'verdict rescore <run file of the baseline>, with the configuration of the later run',
  }
}

const ofJudges = (compared: readonly ScorerComparison[]): Headline => ({
  title: `The judges differ by ${compared
    .map(({ scorer, comparison: { difference } }) =>
      difference === undefined
        ? `an unknown amount in ${scorer.name}`
        : `${formatDifference(difference, scorer.scale)} in ${scorer.name}`,
    )
    .join(', ')}`,
  state: 'none',
  sentences: compared.map(({ scorer, comparison }) => comparisonGrounds(comparison, scorer.scale)),
})

/** The words for a comparison, in the order of the title: worse scorers first. */
const wordsInOrder = [
  'worse',
  'better',
  'unchanged',
  'looks worse, not proven',
  'looks better, not proven',
  'no difference on average',
  'cannot tell',
] as const

/** A difference that is not proven has a direction, whatever else was compared. */
function comparisonWords({
  scorer,
  comparison: { verdict, difference },
}: ScorerComparison): (typeof wordsInOrder)[number] {
  if (verdict !== 'cannot tell' || difference === undefined) return verdictWord[verdict]
  if (difference === 0) return 'no difference on average'
  return `looks ${difference > 0 !== scorer.lowerIsBetter ? 'better' : 'worse'}, not proven`
}

/** Returns 'Worse: Faithfulness. Looks better, not proven: Tone', without names if all are alike. */
function titleOf(compared: readonly ScorerComparison[]): string {
  const byWords = Map.groupBy(compared, comparisonWords)
  return wordsInOrder
    .flatMap((words) => {
      const scorers = byWords.get(words)
      if (scorers === undefined) return []
      return byWords.size === 1 ? capitalised(words) : `${capitalised(words)}: ${joinNames(scorers)}`
    })
    .join('. ')
}

/** Nothing is the same while something is open. */
function stateOf(compared: readonly ScorerComparison[]): Headline['state'] {
  const verdicts = new Set(compared.map(({ comparison }) => comparison.verdict))
  return (['worse', 'better', 'cannot tell'] as const).find((verdict) => verdicts.has(verdict)) ?? 'same'
}

const joinNames = (compared: readonly ScorerComparison[]) =>
  compared.map(({ scorer }) => scorer.name).join(', ')

/** 'Answer relevancy went from 0.520 to 0.703. With 10 items a change of 0.183 can still be chance; …' */
function changeSentence({ scorer: { name, scale }, comparison }: ScorerComparison): string {
  const { before, after, difference, interval, verdict, note } = comparison
  if (before === undefined || after === undefined) return `${name}: ${note ?? 'nothing to compare.'}`
  if (verdict === 'same') return `${name} is ${formatScore(after, scale)}, as before.`
  const items = formatQuantity(comparison.pairs, 'item')
  const leftOut = comparison.unpaired + (comparison.readOtherwise ?? 0)
  if (comparison.rose + comparison.fell === 0)
    return `${name} is ${formatScore(after, scale)}, as before, on ${items}; ${formatQuantity(leftOut, 'other item')} cannot be compared.`
  const over = comparison.sequential?.stoppedEarly
    ? ` on the ${items} with which it was decided`
    : leftOut === 0
      ? ''
      : ` on the ${items} that ${comparison.readOtherwise === undefined ? 'both scored' : 'can be compared'} (${formatCount(leftOut)} ${comparison.readOtherwise === undefined ? 'scored in one run only' : 'left out'})`
  const found = `${name} went from ${formatChange(before, after, scale).join(' to ')}${over}.${turnedText(comparison, scale)}`
  if (verdict !== 'cannot tell' || difference === undefined || comparison.sequential !== undefined) {
    // Such an interval seems to contradict the verdict.
    const reaches0 = verdict !== 'cannot tell' && interval && interval.low < 0 && interval.high > 0
    return reaches0 && note !== undefined ? `${found} ${note}` : found
  }
  if (difference === 0) return found
  const size = formatScore(Math.abs(difference), scale)
  // Groups count, where items belong to some.
  const within =
    comparison.clusters < comparison.pairs ? ` in ${formatQuantity(comparison.clusters, 'group')}` : ''
  return `${found} With ${items}${within} a change of ${size} can still be chance${tellingWords(comparison)}.`
}

function tellingWords(comparison: ScoreComparison): string {
  const { items, repeats } = estimateItemsNeeded(comparison)
  if (repeats !== undefined) {
    const enough = `about ${formatCount(repeats)} repeats of each`
    return `; if it is that large, ${items === undefined ? `${enough} would show it` : `about ${formatCount(items)} items would show it, and so would ${enough}`}, in 4 of 5 comparisons`
  }
  if (items === undefined) return ''
  const inVain = comparison.spread === undefined ? '' : ', and more repeats of these would not'
  return `; if it is that large, about ${formatCount(items)} items would show it in 4 of 5 comparisons${inVain}`
}
