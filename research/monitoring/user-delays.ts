/**
 * How many scores after a drop an alarm comes where scores are independent: by thread as until November 2026, and by user.
 *
 * By user it comes later where few users have many scores. A user's scores may be all alike, so that one user makes
 * evidence at most 1 + 0.9 · (limit − mean) ∕ (high − limit) times as much, whatever number of scores the mean is of: a
 * drop of 0.2 from a half takes 40 users. Tried in vain: means of 1, 1, 2, 4, … scores of a user, which come in time, but
 * gave a false alarm in 52 % of streams with bursts; and means of users who have not ended, which gave one in each of 20
 * streams where 200 users begin together and their first answers are worse.
 */

import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import { createConversations } from '../../src/features/monitor/streams/conversations.ts'
import { Users } from '../../src/features/monitor/streams/users.ts'
import { uniform } from '../simulate-scores.ts'
import { kinds, quantile } from './streams.ts'

const minute = 60_000
const most = 20_000
/** So many observations are learned from; the change comes after some more. */
const learned = 1000
const calm = 1000

/** Who asks, by the number of the score: nobody known, another user each time, or ten users in turn for so many times each. */
const turns = (times: number) => (at: number) => `${Math.floor(at / 10 / times)} ${at % 10}`
const askers: Readonly<Record<string, { times: number; userAt: (at: number) => string | undefined }>> = {
  'without ids': { times: 1, userAt: () => undefined },
  'a score a user': { times: 1, userAt: (at) => `${at}` },
  'three scores a user': { times: 3, userAt: turns(3) },
  'ten scores a user': { times: 10, userAt: turns(10) },
}

export function userDelays(runs: number): void {
  console.log(`\nScores from a drop to the alarm, ${runs} streams each: median by thread, by user, ratio`)
  for (const kind of kinds)
    for (const [name, { times: scores, userAt }] of Object.entries(askers)) {
      const before = learned * scores + calm
      const cells = [0.05, 0.1, 0.2].map((drop) => {
        const [byThread = 0, byUser = 0] = [false, true].map((isByUser) => {
          const random = uniform(4)
          const times = Array.from({ length: runs }, () => {
            const [users, conversations] = [new Users(), createConversations()]
            const watch = createStreamWatch({
              ...{ low: 0, high: 1, direction: 'drop', allowed: 0.02, reference: { observations: learned } },
            })
            for (let at = 0; at < before + most; at++) {
              const [user, value] = [userAt(at), kind.draw(at < before ? 0 : drop, random)]
              const threadId = user === undefined ? undefined : `thread ${at}`
              const row = { resourceId: user, threadId, scorerId: 'quality', score: value }
              const asker = isByUser ? users.add(row) : { conversation: threadId }
              const observed = conversations.add({ value, time: at * minute, ...asker })
              if (observed.some((one) => watch.add(one)?.kind === 'alarm')) return at - before
            }
            return Number.POSITIVE_INFINITY
          })
          return quantile(times, 0.5)
        })
        return `${drop}: ${byThread}, ${byUser}, ${(byUser / byThread).toFixed(2)}`
      })
      console.log(`${kind.name.padEnd(20)} ${name.padEnd(18)} ${cells.join('  ')}`)
    }
}
