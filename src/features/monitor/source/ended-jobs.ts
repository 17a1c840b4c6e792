import type { EndedJob } from '../../workers/engine/jobs.ts'
import type { ScoringQueue } from '../../workers/queue/scoring-queue.ts'
import type { GrowingTable, Place } from './follow-table.ts'

const end = { time: '9999-01-01T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const first = '00000000-0000-0000-0000-000000000000'

/** Ids of jobs are UUIDs; the places before and after all of them have other ids. */
const toJobPlace = ({ time, id }: Place): Place => ({
  time,
  id: id === '' ? first : id === '\uffff' ? end.id : id,
})

/** The ended jobs of a queue, in order. A job that ends twice within the time of late rows counts once. */
export function endedJobs(queue: ScoringQueue): GrowingTable<EndedJob> {
  /** The jobs of the places requested last. */
  let rows = new Map<string, EndedJob>()
  const between = async (from: Place, to: Place, limit: number) =>
    (await queue.engine()).ended(toJobPlace(from), to, limit)
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
