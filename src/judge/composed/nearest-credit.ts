import type { Answer, Question } from '../contract.ts'

/** Option to its place on the line of the share, 0 to 1, in the order in which equals are taken. */
type Line = Readonly<Record<string, number>>

/** Undefined where the share does not grade the options. */
function lineOf(question: Question): Line | undefined {
  if (question.type === 'choice') return question.line as Line | undefined
  return question.type === 'boolean' && question.share !== undefined ? { true: 1, false: 0 } : undefined
}

/** What the judge called it; undefined for a level. */
export function statedIn(answer: Answer): string | undefined {
  if (answer.type === 'choice') return answer.choice
  return answer.type === 'boolean' ? String(answer.verdict) : undefined
}

/** The expected place under the judge's probabilities; undefined where it gives none. */
function expectedPlace(answer: Answer, line: Line): number | undefined {
  if (answer.type === 'boolean') return answer.probability
  const { probabilities } = answer
  if (probabilities === undefined) return undefined
  return Object.entries(line).reduce((sum, [option, place]) => sum + place * (probabilities[option] ?? 0), 0)
}

export const shareIn = (answer: Answer) => (answer.type === 'score' ? undefined : answer.share)

/** What rounding may set apart. */
const rounding = 1e-9

/** The indices of the numbers that are nearest to one: several where they are level. */
function nearestTo(place: number, places: readonly number[]): number[] {
  const distances = places.map((other) => Math.abs(other - place))
  const least = Math.min(...distances)
  return distances.flatMap((distance, index) => (distance <= least + rounding ? [index] : []))
}

/**
 * The answer as it counts: with the option that is nearest to its share, or to its expected place under the judge's
 * probabilities. Of several that are level, what the judge said, or else what is nearest to that. An answer without a
 * grade, and one beside the line, stays.
 */
export function countedAnswer<Given extends Answer>(question: Question, answer: Given): Given {
  const line = lineOf(question)
  const stated = statedIn(answer)
  const from = line && stated !== undefined ? line[stated] : undefined
  const place = line && (expectedPlace(answer, line) ?? shareIn(answer))
  if (line === undefined || from === undefined || place === undefined) return answer
  const options = Object.keys(line)
  const nearest = nearestTo(place, Object.values(line)).map((index) => options[index] as string)
  if (stated === undefined || nearest.includes(stated)) return answer
  const away = (option: string) => Math.abs((line[option] as number) - from)
  const counts = nearest.reduce((best, option) => (away(option) < away(best) ? option : best))
  return answer.type === 'boolean'
    ? { ...answer, verdict: counts === 'true', stated: answer.verdict }
    : { ...answer, choice: counts, stated }
}

/** Whether verdict and share are more than one step apart. Between two outcomes lies a step: that it is open. */
export function isContradiction(question: Question, answer: Answer): boolean {
  const line = lineOf(question)
  const stated = statedIn(answer)
  const share = shareIn(answer)
  const from = line && stated !== undefined ? line[stated] : undefined
  if (line === undefined || from === undefined || share === undefined) return false
  if (expectedPlace(answer, line) !== undefined) return false
  const places = [...new Set(Object.values(line))].sort((a, b) => a - b)
  const [low = 0, high = 1] = places
  const steps = places.length === 2 ? [low, (low + high) / 2, high] : places
  const [step = 0] = nearestTo(from, steps)
  return nearestTo(share, steps).every((other) => Math.abs(other - step) > 1)
}
