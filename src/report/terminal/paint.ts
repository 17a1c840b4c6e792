import { styleText } from 'node:util'

/** Returns what formats a text in a colour or weight, or returns it unchanged if colours are off. */
export const painter =
  (color: boolean) =>
  (format: Parameters<typeof styleText>[0], text: string): string =>
    // The caller asks the stream once: a report that is built for a file has no stream.
    color ? styleText(format, text, { validateStream: false }) : text

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
