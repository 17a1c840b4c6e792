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
export function endedJobs(queue: ScoringQueue): GrowingTable<JobRow> {
  /** The jobs of the places requested last. */
  let rows = new Map<string, JobRow>()
  const between = async (from: Place, to: typeof end, limit: number) =>
    (await (await queue.engine()).ended(toJobPlace(from), to, limit)).map(toJobRow)
  return {
    now: async () => (await queue.engine()).now(),
    after: (place, limit) => between(place, end, limit),
    async places(from, to, limit) {
      rows = new Map((await between(from, toJobPlace(to), limit)).map((row) => [row.id, row]))
      return [...rows.values()]
    },
    byIds: async (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  }
}
