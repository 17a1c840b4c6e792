import type { Slices } from '../../shared/slices.ts'

/** Two runs of equal units, one in each list. */
export interface MatchingBlock {
  readonly start: number
  readonly otherStart: number
  readonly length: number
}

/**
 * Returns the blocks that two lists have in common, in order: together a longest common subsequence, unless a stretch
 * of the lists is too different.
 *
 * The algorithm is that of Myers (An O(ND) Difference Algorithm and Its Variations, 1986) in its linear-space form: it
 * searches forwards from one end and backwards from the other until both meet, and then recurses into the two sides. A
 * search that has not met after `maximumCost` differences from each end is cut off at the furthest points reached, so
 * that very different lists take linear time, too; its result is common, but need not be the longest.
 *
 * Time: (n + m) · min(differences, maximumCost). Memory: n + m.
 */
export function* matchingBlocks(
  one: Int32Array,
  other: Int32Array,
  maximumCost = defaultMaximumCost,
): Slices<MatchingBlock[]> {
  const blocks: MatchingBlock[] = []
  const boxes: Box[] = [{ start: 0, end: one.length, otherStart: 0, otherEnd: other.length }]
  const search = new MiddleSearch(one, other, maximumCost)
  let searched = 0
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    searched += 1
    if (searched % boxesInSlice === 0) yield
    const prefix = commonPrefix(one, other, box)
    addBlock(blocks, { start: box.start, otherStart: box.otherStart, length: prefix })
    const afterPrefix = { ...box, start: box.start + prefix, otherStart: box.otherStart + prefix }
    const suffix = commonSuffix(one, other, afterPrefix)
    const core = { ...afterPrefix, end: box.end - suffix, otherEnd: box.otherEnd - suffix }
    // Last in, first out: later parts of the lists wait on the stack.
    if (suffix > 0) {
      boxes.push({ start: core.end, end: box.end, otherStart: core.otherEnd, otherEnd: box.otherEnd })
    }
    if (core.start === core.end || core.otherStart === core.otherEnd) continue
    boxes.push(...(yield* search.split(core)).reverse())
  }
  return blocks
}

/** From each end: lists with up to twice as many differences are compared exactly. */
const defaultMaximumCost = 100
const boxesInSlice = 100

function commonPrefix(one: Int32Array, other: Int32Array, { start, end, otherStart, otherEnd }: Box): number {
  const longest = Math.min(end - start, otherEnd - otherStart)
  let length = 0
  while (length < longest && one[start + length] === other[otherStart + length]) length++
  return length
}

function commonSuffix(one: Int32Array, other: Int32Array, { start, end, otherStart, otherEnd }: Box): number {
  const longest = Math.min(end - start, otherEnd - otherStart)
  let length = 0
  while (length < longest && one[end - 1 - length] === other[otherEnd - 1 - length]) length++
  return length
}

function addBlock(blocks: MatchingBlock[], block: MatchingBlock): void {
  if (block.length === 0) return
  const last = blocks.at(-1)
  const continues =
    last !== undefined &&
    last.start + last.length === block.start &&
    last.otherStart + last.length === block.otherStart
  if (continues) blocks[blocks.length - 1] = { ...last, length: last.length + block.length }
  else blocks.push(block)
}

/** A part of each of two lists; the ends are exclusive. */
interface Box {
  readonly start: number
  readonly end: number
  readonly otherStart: number
  readonly otherEnd: number
}

interface Point {
  readonly x: number
  readonly y: number
}

const costsInSlice = 50

/**
 * Searches a box from both ends, with one more difference in each round, until the paths meet. A path is at a point
 * when it has passed `x` units of one list and `y` of the other; its diagonal is `x - y`.
 */
class MiddleSearch {
  readonly #one: Int32Array
  readonly #other: Int32Array
  readonly #maximumCost: number
  /** For each diagonal, how far a path of the current cost gets, as `x`, from the start and from the end. */
  readonly #fromStart: Int32Array
  readonly #fromEnd: Int32Array

  constructor(one: Int32Array, other: Int32Array, maximumCost: number) {
    this.#one = one
    this.#other = other
    this.#maximumCost = maximumCost
    this.#fromStart = new Int32Array(2 * maximumCost + 3)
    this.#fromEnd = new Int32Array(2 * maximumCost + 3)
  }

  /**
   * Cuts the box at a point on a shortest path through it; or, if no paths have met within the maximum cost, at the
   * furthest points reached from its ends. Each part is smaller than the box, as long as the first units of the box
   * differ, and the last.
   */
  *split(box: Box): Slices<Box[]> {
    const middle = this.#maximumCost + 1
    this.#fromStart[middle + 1] = 0
    this.#fromEnd[middle + 1] = 0
    for (let cost = 0; cost <= this.#maximumCost; cost++) {
      if (cost % costsInSlice === costsInSlice - 1) yield
      const met = this.#goOn(box, cost, 1) ?? this.#goOn(box, cost, -1)
      if (met !== undefined) return cutAt(box, [met])
    }
    return cutAt(box, this.#furthest(box))
  }

  /** Makes one round from one end (1: the start, -1: the end); returns the point where the paths meet. */
  #goOn({ start, end, otherStart, otherEnd }: Box, cost: number, direction: 1 | -1): Point | undefined {
    const one = this.#one
    const other = this.#other
    const own = direction === 1 ? this.#fromStart : this.#fromEnd
    const facing = direction === 1 ? this.#fromEnd : this.#fromStart
    const origin = direction === 1 ? start : end - 1
    const otherOrigin = direction === 1 ? otherStart : otherEnd - 1
    const width = end - start
    const height = otherEnd - otherStart
    const delta = width - height
    const middle = this.#maximumCost + 1
    // If the box is odd, paths from the start are a round ahead and meet those of the round before.
    const facingCost = direction === 1 ? cost - 1 : cost
    const canMeet = ((delta & 1) === 1) === (direction === 1)
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      const place = middle + diagonal
      const below = own[place - 1] as number
      const above = own[place + 1] as number
      let x = diagonal === -cost || (diagonal !== cost && below < above) ? above : below + 1
      let y = x - diagonal
      if (x > width || y > height) {
        own[place] = x
        continue
      }
      while (x < width && y < height && one[origin + direction * x] === other[otherOrigin + direction * y]) {
        x++
        y++
      }
      own[place] = x
      const mirrored = delta - diagonal
      if (!canMeet || mirrored < -facingCost || mirrored > facingCost) continue
      if (x + (facing[middle + mirrored] as number) >= width) {
        return direction === 1 ? { x: start + x, y: otherStart + y } : { x: end - x, y: otherEnd - y }
      }
    }
    return undefined
  }

  /** Returns the point furthest from each end, or only the further one if no path can pass both. */
  #furthest({ start, end, otherStart, otherEnd }: Box): Point[] {
    const width = end - start
    const height = otherEnd - otherStart
    const best = (reached: Int32Array): Point => {
      let point = { x: 0, y: 0 }
      for (let diagonal = -this.#maximumCost; diagonal <= this.#maximumCost; diagonal += 2) {
        const x = reached[this.#maximumCost + 1 + diagonal] as number
        const y = x - diagonal
        const inside = x >= 0 && x <= width && y >= 0 && y <= height
        if (inside && x + y > point.x + point.y) point = { x, y }
      }
      return point
    }
    const near = best(this.#fromStart)
    const far = best(this.#fromEnd)
    const fromStart = { x: start + near.x, y: otherStart + near.y }
    const fromEnd = { x: end - far.x, y: otherEnd - far.y }
    if (fromStart.x <= fromEnd.x && fromStart.y <= fromEnd.y) return [fromStart, fromEnd]
    return near.x + near.y >= far.x + far.y ? [fromStart] : [fromEnd]
  }
}

/** Returns the parts of a box between points that a path passes in this order. */
function cutAt(box: Box, points: readonly Point[]): Box[] {
  const parts: Box[] = []
  let { start, otherStart } = box
  for (const { x, y } of [...points, { x: box.end, y: box.otherEnd }]) {
    parts.push({ start, otherStart, end: x, otherEnd: y })
    start = x
    otherStart = y
  }
  return parts
}
