import { surroundCalls } from '../../../judge/call/call-context.ts'
import { longestGuideline } from '../../../judge/composed/improved/improvement.ts'
import type { JsonObject, Judge, Task } from '../../../judge/contract.ts'
import { JudgeError } from '../../../judge/errors.ts'
import { Meter } from '../../../run/cost/meter.ts'
import type { Prices } from '../../../run/cost/prices.ts'
import type { Cost } from '../../../run/record.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { shown } from './examples.ts'
import type { ImproveMaterial, Values } from './gather-material.ts'
import type { LabelledPlace } from './split-rows.ts'

export const guidelineTask: Task = {
  name: 'judging-guideline',
  version: 1,
  instructions: `People and a judge have answered the same question about texts. The material has that question, texts that people commented on, and texts on which people and judge are furthest apart.

Write a guideline of at most 150 words that tells a judge where these people draw the line: what counts for them, what does not, and how they treat doubtful cases. Write rules that hold for other texts of the kind. Name no single text, quote none, and give no verdict on any of them.`,
}

const mostTexts = 8
/** The least distance on a scale of 1: smaller ones are noise of a graded answer. */
const leastDistance = 0.3

/** Returns the material for a guideline; undefined if people and judge agree and nobody commented. */
export function guidelineMaterial(material: ImproveMaterial, values: Values): JsonObject | undefined {
  const { reading, used } = material
  const rows = material.parts.made
  const commented = rows.filter(({ row }) => row.comments !== undefined).slice(0, mostTexts)
  const apart = (place: LabelledPlace) =>
    reading.kind === 'class'
      ? Math.abs((values.get(place.row.id)?.value ?? Number.NaN) - place.label.target)
      : 0
  const furthest = rows
    .filter((place) => apart(place) >= leastDistance && !commented.includes(place))
    .sort((one, other) => apart(other) - apart(one))
    .slice(0, mostTexts)
  if (commented.length + furthest.length === 0) return undefined
  const judged = (place: LabelledPlace) => ({
    ...shown(place, material),
    'the judge gave': values.get(place.row.id)?.value ?? null,
  })
  return {
    ...(used.record.question === undefined ? {} : { question: used.record.question.instructions }),
    'commented on': commented.map((place) => ({
      ...judged(place),
      comments: [...(place.row.comments ?? [])],
    })),
    'furthest apart': furthest.map(judged),
  }
}

/** @returns The guideline, or why there is none, and the cost. */
export async function writeGuideline(
  judge: Judge,
  state: JsonObject,
  prices: Prices,
  signal?: AbortSignal,
): Promise<{ readonly text?: string; readonly reason?: string; readonly cost: Cost }> {
  const meter = new Meter(prices)
  try {
    const { text, evidence } = await surroundCalls({ onCall: meter.onCall }, async () => {
      if (judge.write === undefined) throw new TypeError(`the judge ${judge.id} cannot write texts`)
      return judge.write({ task: guidelineTask, state, signal })
    })
    meter.onEvidence(evidence, judge.model ?? judge.id)
    const words = text.trim()
    if (words.length > 0 && words.length <= longestGuideline) return { text: words, cost: meter.cost }
    const reason = `the judge must write 1 to ${longestGuideline} characters, not ${words.length}`
    return { reason, cost: meter.cost }
  } catch (error) {
    // The signal stops the work at the next part.
    if (signal?.aborted) return { reason: 'the work stopped', cost: meter.cost }
    if (error instanceof JudgeError) return { reason: describeError(error), cost: meter.cost }
    throw error
  }
}
