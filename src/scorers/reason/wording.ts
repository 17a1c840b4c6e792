/** The noun for one, or for any other number. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many)

/** '2 of 5 statements are', '1 of 5 statements is' */
export function partOf(part: number, whole: number, one: string, many?: string): string {
  const verb = part === 1 || whole === 1 ? 'is' : 'are'
  return `${part} of ${whole} ${plural(whole, one, many)} ${verb}`
}

/** '1 yes, 0 no': how often each value of a list occurs. */
export function countEach<Value extends string>(values: readonly Value[], each: readonly Value[]): string {
  return each.map((value) => `${values.filter((item) => item === value).length} ${value}`).join(', ')
}

/**
 * The kinds that a judge's reason begins with ("gender, political: …"), in the order of the list. A reason
 * without a colon is searched as a whole. Empty where it names none, as judges without words do.
 */
export function kindsNamedIn<Kind extends string>(
  reason: string | undefined,
  kinds: readonly Kind[],
): Kind[] {
  const [head = ''] = (reason ?? '').toLowerCase().split(':')
  const words = ` ${head.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return kinds.filter((kind) => words.includes(` ${kind} `))
}
