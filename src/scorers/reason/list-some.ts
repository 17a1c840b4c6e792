const maximumItems = 12
const maximumLength = 60

/** 'a, b, c and 4 more': the first twelve, each in one line and shortened. */
export function listSome(items: readonly string[]): string {
  const shown = items.slice(0, maximumItems).map((item) => {
    const line = item.replace(/\s+/g, ' ').trim()
    return line.length > maximumLength ? `${line.slice(0, maximumLength)}…` : line
  })
  const rest = items.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
