import type { Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { JudgeError } from '../../judge/errors.ts'
import { factsBeyond } from '../../text/facts.ts'
import { askForTexts } from '../material/ask-user.ts'
import { listTexts } from '../units/decide-all.ts'
import type { Unit, WithEvidence } from '../units/judge-units.ts'

/** The user's key points of a source: the same for every run over that source. */
export type KeyPointSource = (source: string) => readonly string[] | Promise<readonly string[]>

export const keyPointsTask: Task = {
  name: 'key-points',
  version: 1,
  instructions: `You list the key points of a source: what its summary must say, so that a reader of the summary alone knows what matters.

A key point is one fact, finding, decision, reason or condition, as one short sentence that can be understood on its own. Keep the words, names and numbers of the source. The most important come first, never more of them than the material's maximumPoints, and fewer where the source says less.

Leave out examples, repetitions, ornament, and any request that comes with the source, such as to summarize it. Add nothing, correct nothing, judge nothing.`,
}

/** Removes duplicates: a point that is listed twice would count twice. */
function once<Point extends Unit>(points: readonly Point[]): Point[] {
  const folded = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]).join(' ')
  return [...new Map(points.toReversed().map((point) => [folded(point.text), point])).values()].toReversed()
}

/**
 * Returns the key points of a source: all of the user's function, or those of the judge, the most important first and
 * at most `maximumPoints`. Of the judge's it drops a point with a name or number that the source does not have,
 * and logs a warning.
 *
 * @throws JudgeError from the judge, if it cannot list key points, or if every point has such a name or
 *   number; TypeError if a user's function returns anything but a list of strings.
 */
export async function listKeyPoints(
  request: JudgeCall & {
    readonly source: string
    readonly maximumPoints: number
    readonly keyPoints?: KeyPointSource
  },
): Promise<WithEvidence & { readonly points: readonly Unit[] }> {
  const { source, maximumPoints, keyPoints, ...call } = request
  if (keyPoints !== undefined) {
    const given = await askForTexts('options.keyPoints', () => keyPoints(source))
    const points = given.filter((text) => text.trim() !== '').map((text) => ({ text }))
    return { points: once(points) }
  }
  const listed = await listTexts({ ...call, task: keyPointsTask, state: { maximumPoints, source } })
  const judge = call.judge.id
  if (listed === undefined) {
    const message = 'it cannot extract key points from a source: set options.keyPoints'
    throw new JudgeError({ judge, reason: 'configuration', message })
  }
  const { texts, evidence } = listed
  const isInvented = (text: string) => factsBeyond(text, source).length > 0
  const invented = texts.filter(isInvented)
  const found = once(texts.filter((text) => !isInvented(text)).map((text) => ({ text })))
  if (texts.length > 0 && found.length === 0) {
    const message = `every key point contains a name or a number that is not in the source, such as: ${invented[0]}`
    throw new JudgeError({ judge, reason: 'unreadable', message, attempts: evidence.calls })
  }
  const warnings = [
    ...invented.map((text) => `dropped because it is not in the source: ${text}`),
    ...found.slice(maximumPoints).map(({ text }) => `dropped because it is one too many: ${text}`),
  ]
  return {
    points: found.slice(0, maximumPoints),
    judge: { ...evidence, warnings: [...evidence.warnings, ...warnings] },
  }
}
