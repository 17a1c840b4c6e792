import type { Slices } from '../../shared/slices.ts'
import { type Box, MiddleSearch } from './middle-search.ts'

/** Two runs of equal units, one in each list. */
export interface MatchingBlock {
  readonly start: number
  readonly otherStart: number
  readonly length: number
}

/**
 * The blocks that two lists have in common, in order: together a longest common subsequence, where no stretch of the
 * lists is too different.
 *
 * The algorithm is that of Myers (An O(ND) Difference Algorithm and Its Variations, 1986) in its linear-space form:
 * it goes forwards from one end and backwards from the other until both meet, and then works on what lies on either
 * side. A search that has not met after `maximumCost` differences from each end is cut off at the furthest points that
 * were reached, so that very different lists take linear time, too; what is found there is common, but need not be
 * the longest.
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
    // Last in, first out: what comes later in the lists waits on the stack.
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
