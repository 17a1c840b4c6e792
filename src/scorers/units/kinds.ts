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
