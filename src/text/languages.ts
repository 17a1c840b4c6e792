export type Detect = (text: string) => {
  readonly language: string
  getScores(): Record<string, number>
  isReliable(): boolean
}

interface Detector {
  readonly detect: Detect
  /** ISO 639-1 codes. */
  readonly languages: readonly string[]
}

let loading: Promise<Detector> | undefined

/** Its letter sequences are megabytes, and most who import this package never ask for a language. */
async function load(): Promise<Detector> {
  const { eld } = await import('eld/small')
  return { detect: eld.detect, languages: Object.values(eld.info().Languages) }
}

async function loaded(): Promise<Detector> {
  loading ??= load()
  return loading.catch((error: unknown) => {
    loading = undefined
    throw error
  })
}

/** What tells languages apart by sequences of letters (the package `eld`). */
export const loadDetector = async (): Promise<Detect> => (await loaded()).detect

/** The codes (ISO 639-1) of the languages that can be told apart. */
export const knownLanguages = async (): Promise<readonly string[]> => [...(await loaded()).languages].sort()

/** What the detector reads of a text. */
const pieceLength = 1_000

/** Of a long text the beginning, the middle and the end. */
export function piecesOf(text: string): string[] {
  if (text.length <= pieceLength) return [text]
  const last = text.length - pieceLength
  return [0, Math.floor(last / 2), last].map((from) => text.slice(from, from + pieceLength))
}

/** Languages that are near each other are taken for one another no further than this. */
const asNear = 0.95

/**
 * Whether a text is in a language: whether nothing is clearly nearer to most of its pieces. A word or two are too
 * little to tell, and are mostly taken for something else.
 *
 * @param code ISO 639-1, one of `knownLanguages`.
 */
export async function isInLanguage(text: string, code: string): Promise<boolean> {
  const detect = await loadDetector()
  const pieces = piecesOf(text)
  const isIn = (piece: string) => {
    const result = detect(piece)
    if (result.language === '') return false
    const scores = result.getScores()
    return result.language === code || (scores[code] ?? 0) >= asNear * (scores[result.language] ?? 1)
  }
  return 2 * pieces.filter(isIn).length > pieces.length
}
