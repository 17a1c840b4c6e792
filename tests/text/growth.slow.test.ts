import { describe, expect, it } from 'vitest'
import { fixedVerdict, whyNoClaim } from '../../src/judge/embedded/no-claim.ts'
import { measureFeatures, readQuestions } from '../../src/judge/embedded/relevance/features.ts'
import { numbersIn } from '../../src/judge/embedded/support/numbers.ts'
import { namesIn } from '../../src/judge/embedded/support/read-context.ts'
import { runAtOnce, type Slices } from '../../src/shared/slices.ts'
import { measureDifference } from '../../src/text/difference/text-difference.ts'
import { isErrorText } from '../../src/text/error-text.ts'
import { contentSimilarity } from '../../src/text/measures/content-similarity.ts'
import { coverElements } from '../../src/text/measures/covered-elements.ts'
import { compareKeywords } from '../../src/text/measures/keywords.ts'
import { rateSentences } from '../../src/text/measures/sentiment.ts'
import { sliceStatements } from '../../src/text/statements/statements.ts'
import { words } from '../../src/text/words/words.ts'
import { hostilePieces, hostileText } from '../support/hostile-texts.ts'

/** Work on a text that pauses, so that it may be long. */
const sliced: Readonly<Record<string, (text: string) => Slices<unknown>>> = {
  statements: sliceStatements,
  keywords: (text) => compareKeywords('When does it open?', text),
  elements: (text) => coverElements('When does it open?', text),
  similarity: (text) => contentSimilarity('It opens at 9, on most days.', text),
  difference: (text) => measureDifference('It opens at 9, on most days.', text),
  sentiments: rateSentences,
}

/** Work that is done in one go. */
const whole: Readonly<Record<string, (text: string) => unknown>> = {
  words,
  isErrorText,
  whyNoClaim,
  namesIn,
  numbersIn,
  fixedVerdict: (text) => fixedVerdict('When does it open?', text),
  features: (text) => readQuestions(text).map((question) => measureFeatures(question, text)),
}

const work = {
  ...whole,
  ...Object.fromEntries(
    Object.entries(sliced).map(([name, of]) => [name, (text: string) => runAtOnce(of(text))]),
  ),
}

/** Seconds of processor time, which does not depend on what else the machine does. */
function secondsOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}

/** The least of some tries: the garbage of another text may be collected in any of them. */
function least(tries: number, measure: () => number, enough: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && best > enough; attempt++) best = Math.min(best, measure())
  return best
}

/** So much more or less is noise, in seconds. */
const noise = 0.06

/** Of a text of 48,000 characters, in seconds: 3 s a megabyte, and twice that where others use the machine. */
const longestTime = 0.3

describe.each(Object.entries(work))('%s', (_, run) => {
  it('takes time in proportion to the text, and little of it', () => {
    const slow: unknown[] = []
    for (const piece of hostilePieces) {
      const [short, long] = [hostileText(piece, 6_000), hostileText(piece, 48_000)]
      const allowed = (seconds: number) => (seconds + noise) * 8 ** 1.3
      const first = secondsOf(() => run(short))
      const second = least(5, () => secondsOf(() => run(long)), Math.min(allowed(first), longestTime))
      if (second > allowed(first) || second > longestTime) slow.push({ piece, first, second })
    }
    expect(slow).toEqual([])
  })
})

/**
 * Some of the pieces each, others for each piece of work: a megabyte takes its time. With blanks, since a text is cut
 * behind them; a megabyte without one blank is a single word, and is read in steps of up to 0.2 s.
 */
const withBlanks = hostilePieces.filter((piece) => /\s/.test(piece))
const shares = Object.entries(sliced).map(
  ([name, slices], index) => [name, slices, withBlanks.filter((_, at) => at % 6 === index)] as const,
)

/** In seconds: 50 ms on a quiet machine; 170 ms were seen on a busy one. */
const longestStall = 0.25

describe.each(shares)('%s', (_, slices, pieces) => {
  it('lets others run, in a text of a megabyte', () => {
    const stalls: unknown[] = []
    for (const piece of pieces) {
      const text = hostileText(piece, 1_000_000)
      const stall = least(5, () => longestSlice(slices(text)), longestStall)
      if (stall > longestStall) stalls.push({ piece, stall })
    }
    expect(stalls).toEqual([])
  })
})

function longestSlice(work: Slices<unknown>): number {
  let longest = 0
  for (let done = false; !done; ) {
    longest = Math.max(
      longest,
      secondsOf(() => {
        done = work.next().done === true
      }),
    )
  }
  return longest
}
