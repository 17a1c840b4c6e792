export type Detect = (text: string) => {
  readonly language: string
  getScores(): Record<string, number>
  isReliable(): boolean
}

let loading: Promise<Detect> | undefined

/** Its letter sequences are megabytes, and most who import this package never ask for a language. */
const load = async (): Promise<Detect> => (await import('eld/small')).eld.detect

/** What tells languages apart by sequences of letters (the package `eld`). */
export async function loadDetector(): Promise<Detect> {
  loading ??= load()
  return loading.catch((error: unknown) => {
    loading = undefined
    throw error
  })
}

/** What the detector reads of a text. */
const pieceLength = 1_000

/** Of a long text the beginning, the middle and the end. */
export function piecesOf(text: string): string[] {
  if (text.length <= pieceLength) return [text]
  const last = text.length - pieceLength
  return [0, Math.floor(last / 2), last].map((from) => text.slice(from, from + pieceLength))
}
