import type { AnswerMark } from './guarded-run.ts'

/** Removes all that the model said from results of steps, which Mastra gives out of a stopped run, too. */
export function emptySteps(steps: readonly object[] = []): void {
  for (const step of steps) {
    const { response } = step as { readonly response?: object }
    const said = { body: undefined, messages: [], dbMessages: [], uiMessages: [] }
    Object.assign(step, { content: [], request: {}, response: { ...response, ...said } })
    // Computed from the content in some of Mastra's classes.
    if (Object.hasOwn(step, 'text')) Object.assign(step, { text: '' })
  }
}

/** Removes the answers that this scorer refused from the steps of a run that went on. */
export function hideRefused(
  steps: readonly object[] = [],
  scorerId: string,
  describe: (mark: AnswerMark) => string,
): void {
  for (const [index, step] of steps.entries()) {
    const { tripwire } = step as { readonly tripwire?: { readonly metadata?: AnswerMark } }
    if (tripwire?.metadata?.scorerId !== scorerId) continue
    // The model has the whole reason by now, which quotes the answer, as requests do from now on.
    Object.assign(tripwire, { reason: describe(tripwire.metadata) })
    emptySteps([step])
    for (const later of steps.slice(index + 1)) Object.assign(later, { request: {} })
  }
}
