import type { JobState } from '../engine/jobs.ts'

/** A worker that finds that it cannot do a job has it for a moment. */
const inWorkAfterInMs = 5000

/** Whether a run goes on whose items are done by others, and why not. */
export class Idleness {
  readonly #patienceInMs: number
  /** Since when each job is in work. */
  #runningSince = new Map<string, number>()
  #wentOnAt = performance.now()
  #said: string | undefined

  /** @param patienceInMs After how long without any work it is said; after ten times as long, a known reason ends the run. */
  constructor(patienceInMs: number) {
    this.#patienceInMs = patienceInMs
  }

  goesOn(): void {
    this.#wentOnAt = performance.now()
    this.#said = undefined
  }

  /** @param states What became of the jobs. */
  look(states: ReadonlyMap<string, JobState>): void {
    const now = performance.now()
    const running = [...states].flatMap(([id, { state }]) => (state === 'running' ? [id] : []))
    this.#runningSince = new Map(running.map((id) => [id, this.#runningSince.get(id) ?? now]))
    const least = Math.min(inWorkAfterInMs, this.#patienceInMs / 2)
    if ([...this.#runningSince.values()].some((since) => now - since >= least)) this.goesOn()
  }

  /**
   * @returns What is to be said now, once until the run goes on again or another reason is known.
   * @throws Error where those who took items could not do them, and nobody else came for long.
   */
  message(jobs: ReadonlyMap<string, JobState>): string | undefined {
    const idleInMs = performance.now() - this.#wentOnAt
    if (idleInMs < this.#patienceInMs) return undefined
    const reason = [...jobs.values()].find((job) => job.reason !== undefined)?.reason
    const nobody = `no worker has done any items for ${Math.round(idleInMs / 1000)} s`
    if (reason !== undefined && idleInMs >= 10 * this.#patienceInMs)
      throw new Error(`${nobody}, and one that tried failed: ${reason}`)
    const advice = reason ?? 'start `verdict worker` with the same configuration'
    if (this.#said === advice || (this.#said !== undefined && reason === undefined)) return undefined
    this.#said = advice
    return `${nobody}: ${advice}`
  }
}
