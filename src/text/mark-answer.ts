/** A part of an answer; `verdict` is the index of the verdict on it, absent between units. */
export interface Segment {
  readonly text: string
  readonly verdict?: number
}

/**
 * Splits an answer into the units that it contains word for word (white space aside) and the text between them. It
 * searches for units in order, each after the one before it if possible, else anywhere that is still free.
 */
export function markAnswer(answer: string, units: readonly string[]): Segment[] {
  const places: { start: number; end: number; verdict: number }[] = []
  const isFree = (start: number, end: number) =>
    places.every((place) => end <= place.start || start >= place.end)

  let last = 0
  units.forEach((unit, verdict) => {
    const words = unit.split(/\s+/).filter(Boolean)
    if (words.length === 0) return
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
    const matches = [...answer.matchAll(new RegExp(pattern, 'gu'))]
      .map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
      .filter(({ start, end }) => isFree(start, end))
    const place = matches.find(({ start }) => start >= last) ?? matches[0]
    if (place === undefined) return
    places.push({ ...place, verdict })
    last = place.end
  })

  places.sort((one, other) => one.start - other.start)
  const segments: Segment[] = []
  let position = 0
  for (const { start, end, verdict } of places) {
    if (start > position) segments.push({ text: answer.slice(position, start) })
    segments.push({ text: answer.slice(start, end), verdict })
    position = end
  }
  if (position < answer.length) segments.push({ text: answer.slice(position) })
  return segments
}
