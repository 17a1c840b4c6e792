import { styleText } from 'node:util'

/** Formats a text in a colour or weight; returns it unchanged if colours are off. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

export const painter = (color: boolean): Paint => {
  // The caller asks the stream once: a report that is built for a file has no stream.
  return (format, text) => (color ? styleText(format, text, { validateStream: false }) : text)
}

/**
 * Tells whether a stream shows colours: a capable terminal without `NO_COLOR`. `FORCE_COLOR` puts colours into pipes as
 * well (https://no-color.org, https://force-color.org).
 */
export function showsColor(
  stream: { isTTY?: boolean; hasColors?(environment?: object): boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined) return !['', '0', 'false'].includes(environment.FORCE_COLOR)
  return stream.isTTY === true && stream.hasColors?.(environment) === true
}
