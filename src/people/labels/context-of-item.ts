import type { ItemRecord } from '../../run/record.ts'
import { contextOf } from '../../scorers/material/context.ts'

/** The context of an answer without options of a scorer: that of its row, else what its tools returned. */
export async function contextOfItem({
  exchange,
  context,
  input,
  answer,
}: ItemRecord): Promise<readonly string[]> {
  const given = exchange ?? { input, output: answer ?? '' }
  return (await contextOf({ ...given, context }, {})).map(({ text }) => text)
}
