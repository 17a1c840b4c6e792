/**
 * The model reads 256 word pieces, two of them its own marks, and a piece takes at least one character of the text
 * in its decomposed form (NFD), in which the model reads it. So nothing of such a window is ever left unread.
 */
const longestWindow = 254

/** A text in windows that the model reads to their ends, cut at blanks where there are some. At least one. */
export function windowsOf(text: string): string[] {
  const decomposed = text.normalize('NFD').trim()
  const windows = decomposed.match(windowPattern)?.filter((window) => window.trim() !== '') ?? []
  return windows.length === 0 ? [''] : windows
}

const windowPattern = new RegExp(`.{1,${longestWindow}}(?!\\S)|.{1,${longestWindow}}`, 'gsu')

/** One vector for a text: the mean of those of its windows, each by its length, made 1 long again. */
export function combine(windows: readonly string[], vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors
  if (first === undefined) throw new TypeError('a text has no window')
  if (others.length === 0) return first
  const sum = new Float64Array(first.length)
  for (const [index, vector] of vectors.entries()) {
    const { length } = windows[index] as string
    for (const [place, value] of vector.entries()) sum[place] = (sum[place] as number) + length * value
  }
  const norm = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => value / norm)
}
