import type { ItemRecord } from '../../run/record.ts'
import { findContext } from '../../scorers/material/context.ts'

/** Returns an answer's context without a scorer's options: from its row, otherwise from its tool results. */
export async function contextOfItem({
  exchange,
  context,
  input,
  answer,
}: ItemRecord): Promise<readonly string[]> {
  const given = exchange ?? { input, output: answer ?? '' }
  return (await findContext({ ...given, context }, {})).map(({ text }) => text)
}
