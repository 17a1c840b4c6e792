import { readAnswer } from '../../transcript/index.ts'

/**
 * The ground truth of a run as text: a text or a message as it is, a list of texts line by line, anything else
 * as JSON.
 *
 * @returns undefined where there is none.
 */
export function readGroundTruth({ groundTruth }: { readonly groundTruth?: unknown }): string | undefined {
  if (groundTruth === undefined || groundTruth === null) return undefined
  const isList = Array.isArray(groundTruth) && groundTruth.every((item) => typeof item === 'string')
  const text = isList
    ? groundTruth.join('\n')
    : typeof groundTruth === 'string'
      ? groundTruth
      : readAnswer(groundTruth) || JSON.stringify(groundTruth)
  return text.trim() === '' ? undefined : text.trim()
}
