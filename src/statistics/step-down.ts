/**
 * Tests several things at once, then those still open as if they were the only ones, until a step decides none (Holm, A
 * simple sequentially rejective multiple test procedure, 1979).
 *
 * @param look Returns the finding for each open thing, at a level for that many.
 * @returns For each thing, the finding that decided it or left it open.
 */
export function stepDown<Thing, Found>(
  things: readonly Thing[],
  look: (open: readonly Thing[]) => readonly Found[],
  isDecided: (found: Found, thing: Thing) => boolean,
): Map<Thing, Found> {
  const all = new Map<Thing, Found>()
  let open = things
  while (open.length > 0) {
    const found = look(open)
    const left = open.filter((thing, index) => !isDecided(found[index] as Found, thing))
    for (const [index, thing] of open.entries()) all.set(thing, found[index] as Found)
    if (left.length === open.length) break
    open = left
  }
  return all
}

/** Returns the level of each of several comparisons with a joint level: 0.99 for five at 0.95. */
export const levelOfEach = (level: number, comparisons: number): number => 1 - (1 - level) / comparisons
