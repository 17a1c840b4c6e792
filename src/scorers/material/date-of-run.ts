import { messagesIn } from '../../transcript/run.ts'

/** The day on which a run's output was written, in UTC, where its messages say it: what "today" means in it. */
export function dateOfRun(output: unknown): string | undefined {
  const messages: unknown = messagesIn(output)
  if (!Array.isArray(messages)) return undefined
  const times = messages
    .map((message: { readonly createdAt?: Date | string | number } | null) => message?.createdAt)
    .filter((time) => time !== undefined)
    .map((time) => new Date(time).getTime())
    .filter((time) => Number.isFinite(time))
  return times.length === 0 ? undefined : `${new Date(Math.max(...times)).toISOString().slice(0, 10)} (UTC)`
}
