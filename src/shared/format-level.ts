/** Formats a level with two digits of the remainder: 0.95 as '95 %', 1 − 0.05 ∕ 3 as '98.3 %', '99.975 %'. */
export function formatLevel(level: number): string {
  const beyond = (1 - level) * 100
  const digits = beyond > 0 ? Math.max(0, 1 - Math.floor(Math.log10(beyond) + 1e-9)) : 0
  return `${Number((level * 100).toFixed(Math.min(digits, 12)))} %`
}
