import { libsqlFile } from '../../../shared/libsql-file.ts'
import type { BudgetStore } from './budget-store.ts'

const schema = [
  `create table if not exists verdict_budget (
     counter text primary key, used integer not null, expires_at integer not null) without rowid`,
]

/**
 * Counters in a LibSQL file, for the processes of one machine.
 *
 * @param file Its path; it is made where it is missing, its folder is not.
 * @throws TypeError where the folder is missing or cannot be written.
 */
export function libsqlBudget(file: string): BudgetStore & { close(): Promise<void> } {
  const { use, close } = libsqlFile('libsqlBudget', file, schema)
  return {
    close,
    take: (counter, amount, limit, windowInMs) =>
      use(async (client) => {
        if (amount > limit) return false
        const now = Date.now()
        const { rows } = await client.execute({
          sql: `insert into verdict_budget (counter, used, expires_at) values (:counter, :amount, :expiresAt)
            on conflict (counter) do update set used = used + :amount where used + :amount <= :limit
            returning used`,
          args: { counter, amount, limit, expiresAt: now + 2 * windowInMs },
        })
        // The first of a window clears away the counters of windows that are over.
        if (Number(rows[0]?.used) === amount) {
          await client.execute({ sql: 'delete from verdict_budget where expires_at <= ?', args: [now] })
        }
        return rows.length > 0
      }),
    settle: (counter, amount) =>
      use(async (client) => {
        const sql = 'update verdict_budget set used = max(0, used + ?) where counter = ?'
        await client.execute({ sql, args: [amount, counter] })
      }),
  }
}
