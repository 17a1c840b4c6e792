import type { LabelledGrade } from './labelled-grade.ts'

interface Block {
  readonly from: number
  readonly to: number
  readonly positives: number
  readonly rows: number
}

const part = ({ positives, rows }: Block) => positives / rows

/**
 * Isotonic regression by pooling adjacent violators (Ayer et al. 1955; Zadrozny and Elkan 2002 for probabilities): of
 * all curves that do not fall, the one with the least squared error on these rows.
 *
 * @returns Points from the lowest grade to the highest: the ends of each block of rows and the part of its rows that
 *   are positive.
 */
export function fitIsotonic(rows: readonly LabelledGrade[]): [grade: number, probability: number][] {
  const byGrade = new Map<number, Block>()
  for (const { grade, label } of rows) {
    const { positives = 0, rows: count = 0 } = byGrade.get(grade) ?? {}
    byGrade.set(grade, { from: grade, to: grade, positives: positives + Number(label), rows: count + 1 })
  }
  const blocks: Block[] = []
  for (const next of [...byGrade.values()].sort((a, b) => a.from - b.from)) {
    let pooled = next
    for (let last = blocks.at(-1); last && part(last) >= part(pooled); last = blocks.at(-1)) {
      blocks.pop()
      pooled = {
        from: last.from,
        to: pooled.to,
        positives: last.positives + pooled.positives,
        rows: last.rows + pooled.rows,
      }
    }
    blocks.push(pooled)
  }
  return blocks.flatMap((block): [number, number][] =>
    block.from === block.to
      ? [[block.from, part(block)]]
      : [
          [block.from, part(block)],
          [block.to, part(block)],
        ],
  )
}
