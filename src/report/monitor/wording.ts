import { none } from '../format.ts'

/** A time in ISO 8601 to the minute. */
export const minute = (time: string | undefined): string =>
  time === undefined ? none : `${time.slice(0, 16).replace('T', ' ')} UTC`
