/**
 * Looks at several things at once, then again at those that are left open as if there were only those, until none is
 * decided any more (Holm, A simple sequentially rejective multiple test procedure, 1979).
 *
 * @param look What is found of each of those that are open, at a level for as many.
 * @returns Of each thing what decided it or left it open.
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

/** The level of each of several comparisons that gives all of them together a level: 0.99 for five at 0.95. */
export const levelOfEach = (level: number, comparisons: number): number => 1 - (1 - level) / comparisons
