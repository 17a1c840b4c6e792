/** What is known of an answer besides its scores. */
export interface Checked {
  readonly failure?: unknown
  readonly expectations?: readonly { readonly what: string; readonly met: boolean }[]
}

export const isUnmet = ({ expectations = [] }: Checked) => expectations.some(({ met }) => !met)

/** Lists what is wrong with an answer besides its scores: the expectations that it did not meet, or that there is none. */
export const listFaults = ({ failure, expectations = [] }: Checked): string[] =>
  failure === undefined ? expectations.flatMap(({ met, what }) => (met ? [] : what)) : ['no answer']

/** Ranks an answer without its scores: −2 if there is none, −1 with an unmet expectation, otherwise undefined. */
export function rankFault(answer: Checked): number | undefined {
  if (answer.failure !== undefined) return -2
  return isUnmet(answer) ? -1 : undefined
}
