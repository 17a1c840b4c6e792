import { asList, asRecord } from './as-record.ts'

const tag = 'verdict-stopped'

/** Writes into a run that its answer was stopped. Live scorers get system messages even of a run without an answer. */
export function markStopped(
  messageList: { addSystem(message: string, tag: string): unknown },
  reason: string,
): void {
  messageList.addSystem(reason, tag)
}

/** Returns why the answer of a run was stopped. */
export function whyStopped(runInput: unknown): string | undefined {
  const [message] = asList(asRecord(asRecord(runInput).taggedSystemMessages)[tag])
  return message === undefined ? undefined : String(asRecord(message).content)
}
