/** Queries the database for rows of a known shape. */
export type Sql = <Row = Record<string, unknown>>(text: string, values: readonly unknown[]) => Promise<Row[]>

export const queueName = 'scores'

/** Serialises for a jsonb column, which cannot store the character 0 or halves of surrogate pairs. */
export function toJsonb(value: object): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\u0000', '\ufffd') : item,
  )
}
