import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Writes a text in a colour or weight; leaves it as it is where colours are off. */
export type Paint = (format: Format, text: string) => string

export const painter = (color: boolean): Paint => {
  // The stream is asked by the caller, once: a report that is put together for a file knows no stream.
  return (format, text) => (color ? styleText(format, text, { validateStream: false }) : text)
}

/**
 * Whether a stream shows colours: it is a terminal that can, and `NO_COLOR` is not set. `FORCE_COLOR` puts colours
 * into pipes as well (https://no-color.org, https://force-color.org).
 */
export function showsColor(
  stream: { isTTY?: boolean; hasColors?(environment?: object): boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined) return !['', '0', 'false'].includes(environment.FORCE_COLOR)
  return stream.isTTY === true && stream.hasColors?.(environment) === true
}
