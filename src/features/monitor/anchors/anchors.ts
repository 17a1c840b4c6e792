import type { z } from 'zod/v4'
import {
  differencesText,
  readMeasured,
  scorerDifferences,
} from '../../../evaluation/comparison/scorer-differences.ts'
import { addCosts, noCost } from '../../../run/cost/cost.ts'
import { type Budget, type Prices, whyOverBudget } from '../../../run/cost/prices.ts'
import type { Cost } from '../../../run/record.ts'
import { type ConfidenceSequence, steadyInterval } from '../../../statistics/confidence-sequence.ts'
import type { JudgeWatch } from '../detectors/judge-watch.ts'
import type { Alarm, Recovery } from '../detectors/stream-watch.ts'
import type { KnownScorers } from '../streams/known-scorers.ts'
import { type Anchor, AnchorFileError } from './anchor-file.ts'
import { judgeAnchor } from './judge-anchor.ts'
import {
  type anchorsState,
  beginAnchors,
  beginDifference,
  resumeAnchors,
  type ScorerAnchors,
} from './scorer-anchors.ts'

/** The result of judging an anchor again. */
export interface AnchorNews {
  readonly scorerId: string
  readonly stored: number
  readonly score: number
  readonly told?: Alarm | Recovery
  /** The judge's differences since its last change, to the end of the look. */
  readonly difference: ConfidenceSequence
}

export interface AnchorsOptions {
  readonly everyInMs: number
  readonly atOnce: number
  readonly budget: Budget
  readonly prices: Prices
  /** Whether to report each score to OpenTelemetry. Default true. */
  readonly telemetry?: boolean
  /** Returns 0 to 1. Default `Math.random`. */
  readonly random?: () => number
  readonly onWarning?: (sentence: string) => void
}

/** Multiplies the number of anchors while an alarm waits for its finding. */
const urgency = 4

/** Judges stored answers again at intervals, within a daily budget. */
export class Anchors {
  readonly #anchors: ReadonlyMap<string, readonly Anchor[]>
  readonly #scorers: KnownScorers
  readonly #options: AnchorsOptions
  readonly #of = new Map<string, ScorerAnchors>()
  #day: string
  #spent: Cost
  #lastAt: number | undefined

  /** @throws AnchorFileError for a scorer that the project does not have, or a score out of its range. */
  constructor(
    anchors: ReadonlyMap<string, readonly Anchor[]>,
    scorers: KnownScorers,
    options: AnchorsOptions,
    state?: z.output<typeof anchorsState>,
  ) {
    this.#anchors = anchors
    this.#scorers = scorers
    this.#options = options
    this.#day = state?.day ?? ''
    this.#spent = state?.spent ?? noCost
    this.#lastAt = state?.lastAt
    for (const [scorerId, all] of anchors) {
      const scale = this.#findScale(scorerId)
      const wrong = all.find(({ score, label = 0 }) => [score, label].some((of) => !(of >= 0 && of <= scale)))
      if (wrong)
        throw new AnchorFileError(
          `anchor ${wrong.id} of ${scorerId}: score and label must be from 0 to ${scale}`,
        )
      this.#of.set(scorerId, resumeAnchors(scale, state?.scorers[scorerId]))
    }
    this.#followJudges()
  }

  /** Restarts the anchors of a scorer with another judge, such as one that `verdict improve` made. */
  #followJudges(): void {
    for (const [scorerId, of] of this.#of) {
      const measured = readMeasured(this.#scorers.get(scorerId)?.record)
      const differences = scorerDifferences(of.measured ?? {}, measured ?? {})
      if (differences.length > 0) {
        Object.assign(of, beginAnchors(this.#findScale(scorerId)))
        this.#options.onWarning?.(
          `the anchors of ${scorerId} start again, because their judge changed: ${differencesText(differences)}`,
        )
      }
      of.measured = measured ?? of.measured
    }
  }

  findWatch(scorerId: string): JudgeWatch | undefined {
    return this.#of.get(scorerId)?.watch
  }

  /**
   * Judges the anchors that are due.
   *
   * @param urgent Scorers with an inconclusive alarm: their anchors are judged at every look.
   */
  async look(now: number, urgent: ReadonlySet<string>, signal?: AbortSignal): Promise<AnchorNews[]> {
    const isDue = this.#lastAt === undefined || now - this.#lastAt >= this.#options.everyInMs
    if (isDue) this.#lastAt = now
    this.#followJudges()
    const news: AnchorNews[] = []
    for (const [scorerId, all] of this.#anchors) {
      const isUrgent = urgent.has(scorerId)
      if (!isDue && !isUrgent) continue
      const count = this.#options.atOnce * (isUrgent ? urgency : 1)
      for (let number = 0; number < count && this.rests(now) === undefined; number += 1) {
        signal?.throwIfAborted()
        const one = await this.#judge(scorerId, all, now, signal)
        if (one) news.push(one)
      }
    }
    return news
  }

  /** Returns the reason why no anchor is judged until tomorrow; undefined while there is budget left. */
  rests(now: number): string | undefined {
    const day = new Date(now).toISOString().slice(0, 10)
    if (day !== this.#day) {
      this.#day = day
      this.#spent = noCost
    }
    return whyOverBudget(this.#options.budget, this.#spent)
  }

  status() {
    return [...this.#of].map(([scorerId, { watch, difference, counts }]) => ({
      scorerId,
      anchors: this.#anchors.get(scorerId)?.length ?? 0,
      judged: counts.judged,
      failed: counts.failed,
      problem: counts.problem,
      changed: watch.changed,
      /** Mean difference to the stored scores since the last change. */
      difference: difference.mean,
      /** How many judgements that is over. */
      over: difference.count,
      interval: steadyInterval(difference),
      /** Mean absolute differences to the labels, of the stored and of the current scores. */
      labels:
        counts.labelled === 0
          ? undefined
          : {
              judged: counts.labelled,
              storedError: counts.storedError / counts.labelled,
              error: counts.error / counts.labelled,
            },
    }))
  }

  state(): z.output<typeof anchorsState> {
    const scorers = [...this.#of].map(([id, { watch, difference, counts, measured }]) => {
      const state = { ...counts, watch: watch.state(), difference: difference.state(), measured }
      return [id, state] as const
    })
    return { day: this.#day, spent: this.#spent, lastAt: this.#lastAt, scorers: Object.fromEntries(scorers) }
  }

  async #judge(
    scorerId: string,
    all: readonly Anchor[],
    now: number,
    signal: AbortSignal | undefined,
  ): Promise<AnchorNews | undefined> {
    const { random = Math.random, prices, telemetry } = this.#options
    const of = this.#of.get(scorerId) as ScorerAnchors
    const used = this.#scorers.get(scorerId)
    // Drawn with replacement: see `createJudgeWatch`.
    const anchor = all[Math.floor(random() * all.length)] as Anchor
    if (used === undefined) return undefined
    const judging = of.counts.judged + of.counts.failed + 2
    const { score, problem, cost } = await judgeAnchor(used, anchor, { judging, prices, telemetry, signal })
    this.#spent = addCosts([this.#spent, cost])
    of.counts.problem = problem
    if (score === undefined) {
      of.counts.failed += 1
      return undefined
    }
    of.counts.judged += 1
    if (anchor.label !== undefined) {
      of.counts.labelled += 1
      of.counts.storedError += Math.abs(anchor.score - anchor.label)
      of.counts.error += Math.abs(score - anchor.label)
    }
    const told = of.watch.add({ stored: anchor.score, score, time: now })
    if (told) of.difference = beginDifference(this.#findScale(scorerId))
    of.difference.add(score - anchor.score)
    return { scorerId, stored: anchor.score, score, told, difference: of.difference }
  }

  #findScale(scorerId: string): number {
    const used = this.#scorers.get(scorerId)
    if (used === undefined)
      throw new AnchorFileError(
        `the anchors name the scorer "${scorerId}", which does not exist: give it to an agent, to the Mastra instance or in scorers`,
      )
    return used.record.scale ?? 1
  }
}
