import type { ScoreRecord } from '../../run/record.ts'
import type { ClusteredValue } from '../../statistics/clusters.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import type { ScoredRecord } from '../labels/scored-answers.ts'
import type { AuditedAnswer } from './audited-answer.ts'
import { corrected, type Effect, fewestClusters, isFound, measureEffect } from './effects.ts'
import type { Probe } from './probes/probe.ts'
import type { ProbeResult } from './result.ts'
import type { ArmScores } from './score-arms.ts'

interface Outcome {
  readonly cluster: string
  /** The probe's comparison, which averages 0 for a fair judge. Absent if units have no positions. */
  readonly difference?: number
  /** Absolute change of the score, and its change when the same was asked again. */
  readonly moved: number
  readonly movedAgain?: number
}

const scored = (record: ScoreRecord | undefined): ScoredRecord | undefined =>
  record?.outcome === 'scored' ? record : undefined

/** Returns the findings of each probe, corrected over all tests of all probes. */
export function probeResults(
  answers: readonly AuditedAnswer[],
  probes: readonly Probe[],
  scores: ArmScores,
  settings: {
    readonly scale: number | undefined
    readonly lowerIsBetter: boolean
    /** In units of the score. */
    readonly tolerance: number
    readonly resampling: Resampling
  },
): ProbeResult[] {
  const { resampling, scale, tolerance } = settings
  const looked = probes.map((probe) => lookAt(probe, answers, scores, settings))
  const effects = looked.flatMap(({ outcomes }) => [
    measureEffect(
      outcomes.flatMap(({ cluster, difference: value }) => (value === undefined ? [] : [{ cluster, value }])),
      scale,
      resampling,
    ),
    measureEffect(toExcess(outcomes), scale, resampling),
  ])
  const after = corrected(effects)
  return looked.map(({ probe, outcomes, written, unseen, leftOut }, index): ProbeResult => {
    const direction = after[2 * index] as Effect
    const movement = after[2 * index + 1] as Effect
    const matters = (effect: Effect) => Math.abs(effect.value ?? 0) >= tolerance
    const isThere = [direction, ...((movement.value ?? 0) > 0 ? [movement] : [])].filter((effect) =>
      isFound(effect, resampling.level),
    )
    const clusters = new Set(outcomes.map(({ cluster }) => cluster)).size
    return {
      name: probe.name,
      title: probe.title,
      what: probe.what,
      result:
        clusters < fewestClusters
          ? 'not looked at'
          : isThere.some(matters)
            ? 'found'
            : isThere.length > 0
              ? 'too small to matter'
              : 'not found',
      ...toFinding(probe, direction, movement, settings),
      answers: outcomes.length,
      written,
      unseen,
      leftOut,
      ...(isUnchanged(outcomes) ? { unchanged: true } : {}),
      moved: measureOutcomeShare(outcomes, ({ moved }) => moved > tolerance),
      direction,
      movement,
    }
  })
}

/** Returns an empty object without a finding. */
function toFinding(
  { higher, lower }: Probe,
  direction: Effect,
  movement: Effect,
  { tolerance, resampling: { level } }: Parameters<typeof probeResults>[3],
): Pick<ProbeResult, 'finding' | 'found'> {
  const matters = (effect: Effect) => isFound(effect, level) && Math.abs(effect.value ?? 0) >= tolerance
  if (matters(direction)) return { finding: (direction.value ?? 0) > 0 ? higher : lower, found: 'direction' }
  if (!matters(movement) || (movement.value ?? 0) <= 0) return {}
  // Even a direction too small to matter by itself is mentioned.
  const where = !isFound(direction, level)
    ? 'sometimes up, sometimes down'
    : (direction.value ?? 0) > 0
      ? 'mostly up'
      : 'mostly down'
  return { finding: `changes its scores more than when asked the same again, ${where}`, found: 'movement' }
}

/** Returns how much more a score moved than in the repetition: 0 on average for a fair judge. */
const toExcess = (outcomes: readonly Outcome[]): ClusteredValue[] =>
  outcomes.flatMap(({ cluster, moved, movedAgain }) =>
    movedAgain === undefined ? [] : [{ cluster, value: moved - movedAgain }],
  )

const isUnchanged = (outcomes: readonly Outcome[]) =>
  outcomes.length > 0 && outcomes.every(({ moved, difference = 0 }) => moved === 0 && difference === 0)

const measureOutcomeShare = (outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
  outcomes.length === 0 ? undefined : outcomes.filter(is).length / outcomes.length

function lookAt(
  probe: Probe,
  answers: readonly AuditedAnswer[],
  scores: ArmScores,
  { scale = 1, lowerIsBetter }: { readonly scale: number | undefined; readonly lowerIsBetter: boolean },
) {
  // Records keep how good a unit is, but a finding is about what it adds to the score.
  const direction = lowerIsBetter ? -1 : 1
  const outcomes: Outcome[] = []
  let written = 0
  let unseen = 0
  let leftOut = 0
  for (const answer of answers) {
    const arms = probe.against === undefined ? [probe.arm] : [probe.arm, probe.against]
    if (!arms.every((arm) => scores.isWritten(answer, arm))) continue
    written += 1
    if (arms.some((arm) => scores.isUnseen(answer, arm))) {
      unseen += 1
      continue
    }
    const before = scored(scores.asItWas(answer))
    const one = scored(scores.of(answer, probe.arm))
    const other = probe.against === undefined ? before : scored(scores.of(answer, probe.against))
    if (one === undefined || other === undefined || !sameUnits(one, other)) {
      leftOut += 1
      continue
    }
    const isOfPlaces = probe.compares === 'places of units'
    outcomes.push({
      cluster: answer.cluster,
      difference: isOfPlaces
        ? differenceOfPlaces(other, one, direction * scale)
        : subtract(one.score, other.score),
      moved: Math.abs(subtract(one.score, other.score)),
      movedAgain: movementAgain(before),
    })
  }
  return { probe, outcomes, written, unseen, leftOut }
}

/** Returns 0 for a deterministic scorer, which is not asked again. */
export function movementAgain(record: ScoredRecord | undefined): number | undefined {
  if (record === undefined) return undefined
  if (record.again === undefined) return record.againFailed === undefined ? 0 : undefined
  const [again] = record.again
  return again === undefined ? undefined : Math.abs(subtract(again, record.score))
}

/** Subtracts scores. Adding the same credits in another order may change the last digits, which is no change. */
function subtract(one: number, other: number): number {
  const difference = one - other
  return Math.abs(difference) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other)) ? 0 : difference
}

/** If a rewritten answer is split into other units, its scores are about different things. */
const sameUnits = (one: ScoredRecord, other: ScoredRecord): boolean =>
  (one.verdicts ?? []).length === (other.verdicts ?? []).length

/**
 * Compares the credit of units that are among the first in one order and among the last in the other: how much more
 * they count in first place, on the scorer's scale. Units in the middle, and answers with different units, are left
 * out.
 */
function differenceOfPlaces(before: ScoredRecord, after: ScoredRecord, scale: number): number | undefined {
  const first = before.verdicts ?? []
  const second = after.verdicts ?? []
  const collapseSpaces = (unit: string) => unit.replace(/\s+/g, ' ').trim()
  const places = new Map(second.map(({ unit }, place) => [collapseSpaces(unit), place]))
  if (first.length < 2 || places.size !== second.length || first.length !== second.length) return undefined
  const differences: number[] = []
  for (const [place, verdict] of first.entries()) {
    const other = places.get(collapseSpaces(verdict.unit))
    const there = other === undefined ? undefined : second[other]
    if (other === undefined || there?.credit === undefined || verdict.credit === undefined) return undefined
    const middle = (first.length - 1) / 2
    if ((place - middle) * (other - middle) >= 0) continue
    differences.push(place < other ? verdict.credit - there.credit : there.credit - verdict.credit)
  }
  if (differences.length === 0) return undefined
  return (scale * differences.reduce((sum, one) => sum + one, 0)) / differences.length
}
