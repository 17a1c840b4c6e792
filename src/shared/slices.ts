import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Interruptible work on a text: it pauses at every `yield`, after a fraction of a millisecond or so, and finally
 * returns its result. The caller decides what happens in a pause, so the result does not depend on interruptions.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

export function runAtOnce<Result>(work: Slices<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** The number of words, or similarly small items, between two pauses. */
const itemsInSlice = 500

/** Collects the items into a list, with pauses. */
export function* collect<Item>(items: Iterable<Item>): Slices<Item[]> {
  const collected: Item[] = []
  for (const item of items) {
    collected.push(item)
    if (collected.length % itemsInSlice === 0) yield
  }
  return collected
}

export function* forEachSliced<Item>(
  items: Iterable<Item>,
  visit: (item: Item, index: number) => void,
): Slices<void> {
  if (Array.isArray(items)) return yield* forEachEntry(items, visit)
  let index = 0
  for (const item of items) {
    visit(item, index)
    index += 1
    if (index % itemsInSlice === 0) yield
  }
}

/** Loops by index: `for … of` over any iterable becomes slow once it has met several kinds. */
function* forEachEntry<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
): Slices<void> {
  for (let index = 0; index < items.length; index += 1) {
    visit(items[index] as Item, index)
    if ((index + 1) % itemsInSlice === 0) yield
  }
}

/** Short enough that nobody notices it, and long enough that the pauses cost little. */
const sliceInMs = 5

/** @returns A function to await between two pieces of work: every 5 ms it lets other work go first. */
export function pauses(): () => Promise<void> | undefined {
  let end = performance.now() + sliceInMs
  const pause = async () => {
    await nextTurn()
    end = performance.now() + sliceInMs
  }
  return () => (performance.now() < end ? undefined : pause())
}

/**
 * Works on texts without blocking the event loop. A text of a few pages is done within the first slice. The result does
 * not depend on the slices.
 */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  const pause = pauses()
  let step = work.next()
  while (!step.done) {
    const paused = pause()
    if (paused !== undefined) await paused
    step = work.next()
  }
  return step.value
}

/** The length that a regular expression searches at once, which takes a few milliseconds at most. */
const windowLength = 32_768

const longestStretch = 1_000_000

/**
 * Cuts a text into pieces of some 32,000 characters, or of another length, after white space, so that no word is split.
 * Joined, they are the text. A stretch without white space stays in one piece up to a million characters: patterns overflow on longer ones.
 */
export function* splitIntoWindows(text: string, length = windowLength): Generator<string> {
  const blanks = /\s(?!\s)/g
  let start = 0
  while (text.length - start > length) {
    blanks.lastIndex = start + length
    const blank = blanks.exec(text)
    if (blank === null && text.length - start <= longestStretch) break
    const end = Math.min(blank === null ? text.length : blank.index + 1, start + longestStretch)
    // Never between the halves of a surrogate pair.
    const cut = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length ? end - 1 : end
    yield text.slice(start, cut)
    start = cut
  }
  yield text.slice(start)
}
