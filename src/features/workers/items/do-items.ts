import { type EvaluationDataset, toDataset } from '../../../evaluation/dataset/dataset.ts'
import type { EvaluateOptions } from '../../../evaluation/evaluate-options.ts'
import { isVariantEntry, type Variants } from '../../../evaluation/evaluate-variants.ts'
import { makeExpectationCheck } from '../../../evaluation/expectations/check-expectations.ts'
import { judgeCache } from '../../../evaluation/scoring/judge-cache.ts'
import { scorerRecords } from '../../../evaluation/session/run-header.ts'
import { runSession } from '../../../evaluation/session/session.ts'
import { WorkLimits } from '../../../evaluation/session/work-limits.ts'
import type { Simulator } from '../../../evaluation/target/simulated-user.ts'
import { type Target, type TargetOptions, toAnswerer } from '../../../evaluation/target/target.ts'
import { noCost } from '../../../run/cost/cost.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import type { FailureRecord } from '../../../run/record.ts'
import { type RunHeader, toAnswerKey } from '../../../run/record.ts'
import { readScorers } from '../../../run/scorer-entry.ts'
import { listTargetDifferences } from '../../../run/target-differences.ts'
import { type AnswerPair, preferenceScorer } from '../../../scorers/answer-preference.ts'
import { preferenceId } from '../../../scorers/preference-id.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { pairsAnswerer } from '../../pairs/judge-pairs.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import type { Job, JobOutcome } from '../engine/jobs.ts'
import { NotOfThisWorkerError } from '../jobs/find-scorer.ts'
import { type ItemsWork, keyOfTask, readItemsJob } from './item-job-payload.ts'

/** The settings with which a worker processes the items of an evaluation: those of the process that began it. */
export interface WorkerEvaluation
  extends Readonly<
    Pick<EvaluateOptions, 'scorers' | 'targetOptions' | 'cache'> & Partial<Pick<EvaluateOptions, 'target'>>
  > {
  /** Plays the users. */
  readonly simulator?: Simulator | undefined
  /** The targets of runs with a variant. */
  readonly targets?: Variants
  /** Items that this worker processes at once, over all runs. Default 8. */
  readonly concurrency?: number
}

export class ItemsWorker {
  readonly #evaluation: WorkerEvaluation
  readonly #limits: WorkLimits
  readonly #cache: ReturnType<typeof judgeCache> | undefined

  constructor(evaluation: WorkerEvaluation) {
    this.#evaluation = evaluation
    this.#limits = new WorkLimits(evaluation.concurrency ?? 8)
    this.#cache = evaluation.cache === undefined ? undefined : judgeCache(evaluation.cache)
  }

  /**
   * Processes the items of a job that are not done yet, and stores a record of each as it comes, until the run is over.
   *
   * @throws NotOfThisWorkerError if this worker's target or scorers differ from those of the run.
   */
  async do(job: Job, engine: JobEngine, signal: AbortSignal): Promise<JobOutcome> {
    const { header, settings, tasks } = readItemsJob(job)
    const done = await engine.results.done(header.id, tasks.map(keyOfTask))
    const pending = tasks.filter((task) => !done.has(keyOfTask(task)))
    if (pending.length === 0) return { outcome: 'answered' }
    const items = new Map(pending.map(({ item }) => [item.id, item]))
    const dataset = toDataset([...items.values()], { name: header.dataset.name, source: header.dataset.name })
    const isOfPairs = header.pairs !== undefined
    const { answerer, scorers } = isOfPairs ? pairsWork(header, pending) : await this.#own(header, dataset)
    const records = scorerRecords(scorers, settings.judgings)
    const { answers } = header.target
    checkSame(listTargetDifferences(header.target, { ...answerer.record, answers }))
    checkSame(canonicalJson(header.scorers) === canonicalJson(records) ? [] : ['scorers'])
    const over = new AbortController()
    const end = await runSession(pending, {
      ...settings,
      answerer,
      scorers,
      cache: this.#cache,
      limits: this.#limits,
      signal: AbortSignal.any([signal, over.signal]),
      hold: await makeExpectationCheck(dataset, records),
      // The process that began the run counts its cost.
      budget: {},
      spent: noCost,
      finished: 0,
      total: pending.length,
      keep: async (record) => {
        if (isOfPairs) requireJudge(record)
        const result = { key: toAnswerKey(record), record: JSON.stringify(record) }
        if (!(await engine.results.add(header.id, [result], job.id))) over.abort()
      },
    })
    if (over.signal.aborted) return { outcome: 'answered' }
    if (end.status !== 'complete') throw new Error('the worker stopped')
    return { outcome: 'answered' }
  }

  async #own(header: RunHeader, dataset: EvaluationDataset) {
    const { target, targetOptions } = this.#findTarget(header)
    const { unmockedToolPolicy: policy } = header.target
    const { scorers } = this.#evaluation
    // These items may have no simulated users although others of the run do.
    const simulator = header.target.simulator && this.#evaluation.simulator
    return {
      answerer: await toAnswerer(target, targetOptions, dataset, { policy, simulator }),
      scorers: readScorers(scorers),
    }
  }

  async close(): Promise<void> {
    await this.#cache?.close()
  }

  #findTarget({ variant }: RunHeader): { readonly target: Target; readonly targetOptions?: TargetOptions } {
    const { target, targetOptions, targets } = this.#evaluation
    const entry = variant === undefined ? target : (targets?.[variant] ?? target)
    if (entry === undefined)
      throw new NotOfThisWorkerError(
        `this worker has no ${variant === undefined ? 'target' : `target "${variant}"`}: start it with the configuration of the run`,
      )
    return isVariantEntry(entry) ? { targetOptions, ...entry } : { target: entry, targetOptions }
  }
}

function checkSame(differing: readonly string[]): void {
  if (differing.length === 0) return
  throw new NotOfThisWorkerError(
    `the ${differing.join(' and ')} of this worker differ from those of the run: start it with the same configuration`,
  )
}

/**
 * Sets up the judging of pairs: the job has the pairs and the name of the judge.
 *
 * @throws NotOfThisWorkerError if this worker would ask the judge differently from the process that began the run.
 */
function pairsWork({ scorers: [wanted] }: RunHeader, tasks: ItemsWork['tasks']) {
  const given = new Map(tasks.map((task) => [keyOfTask(task), task.given as AnswerPair | FailureRecord]))
  const scorers = readScorers([preferenceScorer(wanted?.basis?.judge ?? '')])
  if (scorers[0]?.record.version !== wanted?.version)
    throw new NotOfThisWorkerError(
      'this worker asks about pairs in another way than the run does: start workers of the same version',
    )
  const pairOf = (itemId: string, repeat: number) =>
    given.get(toAnswerKey({ itemId, repeat })) as AnswerPair | FailureRecord
  return { answerer: pairsAnswerer(pairOf), scorers }
}

/** @throws NotOfThisWorkerError if this worker cannot ask the judge: others may have its key. */
function requireJudge({ scores }: ItemRecord): void {
  const score = scores[preferenceId]
  if (score?.outcome !== 'failed' || score.failure.reason !== 'configuration') return
  throw new NotOfThisWorkerError(`this worker cannot ask the judge of the pairs: ${score.failure.message}`)
}
