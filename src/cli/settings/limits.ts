/**
 * Limits of scorers as they are written on a command line: `relevancy=0.8`, several with commas or repeated.
 *
 * @param option As it is written, for the error: '--fail-under'.
 * @param expected What one must be, for the error.
 * @returns Scorer id to number.
 * @throws TypeError for one that is not `scorer=number`, or a scorer that is there twice.
 */
export function parseLimits(
  option: string,
  spellings: readonly string[],
  expected = `a scorer and a number, as in ${option} relevancy=0.8`,
): Record<string, number> {
  const limits = new Map<string, number>()
  for (const spelling of spellings.flatMap((one) => one.split(','))) {
    const at = spelling.lastIndexOf('=')
    const id = spelling.slice(0, Math.max(at, 0)).trim()
    const number = toNumber(spelling.slice(at + 1))
    if (id === '' || number === undefined) throw new TypeError(`${option}: "${spelling}" must be ${expected}`)
    if (limits.has(id)) throw new TypeError(`${option}: there are two limits for ${id}`)
    limits.set(id, number)
  }
  return Object.fromEntries(limits)
}

/**
 * A share as it is written on a command line: `1%` or `0.01`.
 *
 * @returns 0 to 1.
 * @throws TypeError for anything else.
 */
export function parseShare(option: string, spelling: string): number {
  const percent = spelling.trim().endsWith('%')
  const number = toNumber(percent ? spelling.trim().slice(0, -1) : spelling)
  const share = number === undefined ? undefined : percent ? number / 100 : number
  if (share === undefined || share < 0 || share > 1)
    throw new TypeError(
      `${option}: "${spelling}" must be a share from 0 to 1 or 0% to 100%, as in ${option} 1%`,
    )
  return share
}

/**
 * The loss that is allowed, as it is written on a command line: one number (`0.05`) for every scorer, or
 * `relevancy=0.05` for some.
 *
 * @throws TypeError for anything else, and for a loss below 0.
 */
export function parseAllowedLoss(
  option: string,
  spellings: readonly string[],
): number | Record<string, number> {
  const single = spellings.length === 1 ? toNumber(spellings[0] ?? '') : undefined
  const loss = single ?? parseLimits(option, spellings)
  for (const number of typeof loss === 'number' ? [loss] : Object.values(loss)) {
    if (number < 0) throw new TypeError(`${option}: a loss is 0 or more, not ${number}`)
  }
  return loss
}

/** Decimal notation only: Number() also takes '', '0x1' and 'Infinity'. */
function toNumber(text: string): number | undefined {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined
}
