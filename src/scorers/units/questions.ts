/** A description and how many levels, from there upwards, it stands for. */
export type Band = readonly [description: string, levels: number]

/** The levels of a score question: the first of a band has its description, the others refer to it. */
export function levelsOf(bands: readonly Band[]): string[] {
  const levels: string[] = []
  for (const [description, count] of bands) {
    const first = levels.length
    levels.push(description)
    for (let more = 1; more < count; more += 1) levels.push(`as ${first}`)
  }
  return levels
}

/**
 * The kinds that a judge's reason begins with ("gender, political: …"), in the order of the list. A reason
 * without a colon is searched as a whole. Empty where it names none, as judges without words do.
 */
export function kindsNamedIn<Kind extends string>(
  reason: string | undefined,
  kinds: readonly Kind[],
): Kind[] {
  const [head = ''] = (reason ?? '').toLowerCase().split(':')
  const words = ` ${head.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return kinds.filter((kind) => words.includes(` ${kind} `))
}
