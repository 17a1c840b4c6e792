/** Returns the levels of a score question: the first of a band is described, the others refer to it. */
export function listLevels(bands: readonly (readonly [description: string, levels: number])[]): string[] {
  const levels: string[] = []
  for (const [description, count] of bands) {
    const first = levels.length
    levels.push(description)
    for (let more = 1; more < count; more += 1) levels.push(`as ${first}`)
  }
  return levels
}
