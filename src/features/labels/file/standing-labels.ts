import type { DrawRecord, LabelsLine, RaterRecord } from './label-record.ts'

/** A rater's current response: the last that was not undone. */
export type Standing = Exclude<RaterRecord, { kind: 'undone' }>

/** Returns a key for an answer or unit and its rater, unique within a run and scorer. */
export const keyOfShown = ({ itemId, repeat, unit, rater }: RaterRecord) =>
  JSON.stringify([itemId, repeat, unit?.index ?? null, rater])

/** @param lines In the order in which they were written. */
export function listStanding(lines: readonly LabelsLine[], scorerId: string): Standing[] {
  const found = new Map<string, Standing[]>()
  for (const line of lines) {
    if (line.kind === 'draw' || line.scorerId !== scorerId) continue
    const key = `${line.run} ${keyOfShown(line)}`
    const said = found.get(key) ?? []
    if (line.kind === 'undone') said.pop()
    else said.push(line)
    found.set(key, said)
  }
  return [...found.values()].flatMap((said) => said.at(-1) ?? [])
}

/** Returns a rater's last response in a run that was not undone. */
export function lastSaid(
  lines: readonly LabelsLine[],
  { run, scorerId, rater }: Pick<RaterRecord, 'run' | 'scorerId' | 'rater'>,
): Standing | undefined {
  const said: Standing[] = []
  for (const line of lines) {
    if (line.kind === 'draw' || line.run !== run || line.scorerId !== scorerId || line.rater !== rater)
      continue
    if (line.kind !== 'undone') said.push(line)
    else {
      const key = keyOfShown(line)
      const index = said.findLastIndex((one) => keyOfShown(one) === key)
      if (index >= 0) said.splice(index, 1)
    }
  }
  return said.at(-1)
}

export function lastDraw(
  lines: readonly LabelsLine[],
  scorerId: string,
  runs: readonly string[],
): DrawRecord | undefined {
  return lines.findLast(
    (line): line is DrawRecord =>
      line.kind === 'draw' && line.scorerId === scorerId && runs.includes(line.run),
  )
}
