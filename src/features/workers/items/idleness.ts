import type { JobState } from '../engine/jobs.ts'

/** A worker holds a job briefly before it finds that it cannot do it. */
const inWorkAfterInMs = 5000

/** Detects that no worker makes progress on a run, and why. */
export class Idleness {
  readonly #patienceInMs: number
  /** Job to the time since when it is in progress. */
  #runningSince = new Map<string, number>()
  #wentOnAt = performance.now()
  #said: string | undefined

  /** @param patienceInMs Idle time until a message; a known reason ends the run after ten times as long. */
  constructor(patienceInMs: number) {
    this.#patienceInMs = patienceInMs
  }

  goesOn(): void {
    this.#wentOnAt = performance.now()
    this.#said = undefined
  }

  look(states: ReadonlyMap<string, JobState>): void {
    const now = performance.now()
    const running = [...states].flatMap(([id, { state }]) => (state === 'running' ? [id] : []))
    this.#runningSince = new Map(running.map((id) => [id, this.#runningSince.get(id) ?? now]))
    const least = Math.min(inWorkAfterInMs, this.#patienceInMs / 2)
    if ([...this.#runningSince.values()].some((since) => now - since >= least)) this.goesOn()
  }

  /**
   * @returns A message, once until the run makes progress or another reason is known.
   * @throws Error if workers that took items could not do them, and no other worker came for long.
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
