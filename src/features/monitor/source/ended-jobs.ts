import type { EndedJob } from '../../workers/engine/jobs.ts'
import type { ScoringQueue } from '../../workers/queue/scoring-queue.ts'
import type { GrowingTable, Place } from './follow-table.ts'

export interface JobRow extends Place {
  readonly scorerId: string
  readonly outcome: EndedJob['outcome']
}

const end = { endedAt: '9999-01-01T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const first = '00000000-0000-0000-0000-000000000000'

/** Ids of jobs are UUIDs; the places before and after all of them have other ids. */
const toJobPlace = ({ time, id }: Place) => ({
  endedAt: time,
  id: id === '' ? first : id === '\uffff' ? end.id : id,
})

const toJobRow = ({ id, group, outcome, endedAt }: EndedJob): JobRow => ({
  id,
  outcome,
  scorerId: group,
  time: endedAt,
})

/** The ended jobs of a queue, in order. A job that ends twice within the time of late rows counts once. */
export class EndedJobs implements GrowingTable<JobRow> {
  readonly #queue: ScoringQueue
  /** The jobs of the places requested last. */
  #rows = new Map<string, JobRow>()

  constructor(queue: ScoringQueue) {
    this.#queue = queue
  }

  async now(): Promise<string> {
    return (await this.#queue.engine()).now()
  }

  async after(place: Place, limit: number): Promise<JobRow[]> {
    return (await (await this.#queue.engine()).ended(toJobPlace(place), end, limit)).map(toJobRow)
  }

  async places(from: Place, to: Place, limit: number): Promise<Place[]> {
    const ended = await (await this.#queue.engine()).ended(toJobPlace(from), toJobPlace(to), limit)
    this.#rows = new Map(ended.map((job) => [job.id, toJobRow(job)]))
    return [...this.#rows.values()]
  }

  async byIds(ids: readonly string[]): Promise<JobRow[]> {
    return ids.flatMap((id) => this.#rows.get(id) ?? [])
  }
}
