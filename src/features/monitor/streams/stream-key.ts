import { z } from 'zod/v4'

/** The kinds of streams, with their words. Only scores have answers to show, and references other than learned ones. */
const kinds = {
  scores: {
    toName: (scorerId: string) => scorerId,
    sayChange: (from: string, to: string) => `the mean went from ${from} to about ${to}`,
  },
  failures: {
    toName: (scorerId: string) => `failures of ${scorerId}`,
    sayChange: (from: string, to: string) => `the share of jobs that fail rose from ${from} to about ${to}`,
  },
}

/** The values that a stream contains. */
export interface StreamKey {
  readonly scorerId: string
  /** 'scores', or 'failures': ended jobs of a queue, of which failed ones count as 1. */
  readonly of: keyof typeof kinds
  /** Field and value of a group's stream. */
  readonly field?: string
  readonly value?: string
}

export const keyState = z.strictObject({
  scorerId: z.string(),
  of: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]),
  field: z.string().optional(),
  value: z.string().optional(),
})

export const toStreamName = ({ scorerId, of, field, value }: StreamKey) =>
  JSON.stringify([scorerId, of, field, value])

/** The key of a name that `toStreamName` made. */
export function readStreamName(name: string): StreamKey {
  const [scorerId, of, field, value] = JSON.parse(name)
  return keyState.parse({ scorerId, of, ...(field === null ? {} : { field, value }) })
}

export function toLabel({ scorerId, of, field, value }: StreamKey): string {
  const name = kinds[of].toName(scorerId)
  return field === undefined ? name : `${name}, ${field} ${value}`
}

/** Says how far a stream has moved. */
export const sayChange = ({ of }: StreamKey, from: string, to: string): string =>
  kinds[of].sayChange(from, to)
