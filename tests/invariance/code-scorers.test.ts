import { describe, expect, it } from 'vitest'
import * as scorers from '../../src/scorers/index.ts'

const sentences = [
  'Marta finished the excellent Machine Learning course in 1889.',
  'The self-service terminal is a terrible state-of-the-art machine.',
  'Visitors love the bright café in summer.',
]
const prose = sentences.join(' ')
const groundTruth =
  'Marta finished a machine learning course. The state-of-the-art terminal is bad, and the café is good in winter.'

/** The same answer, written otherwise. */
const rewritten = {
  bullets: sentences.map((sentence) => `- ${sentence}`).join('\n'),
  'numbered list': sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n'),
  'blank lines and blanks': `\n\n${sentences.map((one) => `  ${one.replaceAll(' ', '  ')}  `).join('\n\n \t\n')}\n\n`,
  'Windows line breaks': sentences.join('\r\n\r\n'),
  emphasis: prose
    .replace('terrible', '**terrible**')
    .replace('1889', '*1889*')
    .replace('bright café', '__bright café__'),
  'emphasis within compounds': prose
    .replace('self-service', 'self-**service**')
    .replace('state-of-the-art', '**state**-of-the-art')
    .replace('Machine Learning', '**Machine** *Learning*'),
  'upper case': prose.toUpperCase(),
  courtesies: `Sure! ${prose} I hope this helps.`,
  'other accents': prose.normalize('NFD'),
} as const
type Way = keyof typeof rewritten

const everyWay = Object.keys(rewritten) as Way[]
const except = (...others: Way[]) => everyWay.filter((way) => !others.includes(way))

interface AnyCodeScorer {
  run(run: { input: unknown; output: unknown; groundTruth: unknown }): Promise<{ score?: number }>
}

/** What each definition promises; in docs/reference/code-scorers.md. */
const promised: Readonly<Record<string, readonly [AnyCodeScorer, readonly Way[]]>> = {
  completeness: [scorers.createCompletenessScorer(), everyWay],
  'keyword coverage': [scorers.createKeywordCoverageScorer(), everyWay],
  // It looks both ways: what the answer has besides counts.
  'content similarity': [scorers.createContentSimilarityScorer(), except('numbered list', 'courtesies')],
  // It is about the text as it stands, but for the ways in which Unicode writes one letter.
  'textual difference': [scorers.createTextualDifferenceScorer(), ['other accents']],
  // A courtesy is a sentence with a tone of its own.
  tone: [scorers.createToneScorer(), except('courtesies')],
  'tone without a reference': [scorers.createToneScorer(), except('courtesies')],
}

describe.each(Object.entries(promised))('%s', (name, [scorer, ways]) => {
  const scoreOf = async (output: string) => {
    const given = name === 'tone without a reference' ? undefined : groundTruth
    const { score } = await scorer.run({ input: 'What is there?', output, groundTruth: given })
    return score
  }

  it.each(everyWay)('%s', async (way) => {
    const before = await scoreOf(prose)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(1)
    const after = await scoreOf(rewritten[way])
    if (ways.includes(way)) expect(after).toBeCloseTo(before ?? Number.NaN, 12)
    else expect(after).not.toBeCloseTo(before ?? Number.NaN, 12)
  })
})

describe('scorers of what an agent did', () => {
  const call = (name: string) => ({
    toolCallId: name,
    toolName: name,
    args: {},
    result: 'ok',
    state: 'result',
  })
  const runWith = (text: string) => ({
    input: [{ role: 'user', content: 'Weather?' }],
    output: [
      {
        id: 'a',
        role: 'assistant' as const,
        content: {
          format: 2 as const,
          parts: [
            { type: 'tool-invocation', toolInvocation: call('weather') },
            { type: 'tool-invocation', toolInvocation: call('map') },
            { type: 'text', text },
          ],
        },
      },
    ],
  })
  const steps = [{ name: 'weather' }, { name: 'search' }]
  const byCode = {
    'tool call accuracy': scorers.createToolCallAccuracyScorerCode({ expectedTool: 'map' }),
    'trajectory accuracy': scorers.createTrajectoryAccuracyScorerCode({ expectedTrajectory: steps }),
    trajectory: scorers.createTrajectoryScorerCode({ defaults: { steps } }),
  }

  it.each(Object.entries(byCode))('%s does not look at the text', async (_, scorer) => {
    const scoreOf = async (text: string) =>
      (await (scorer as unknown as { run(run: unknown): Promise<{ score?: number }> }).run(runWith(text)))
        .score
    const before = await scoreOf(prose)
    expect(before).toEqual(expect.any(Number))
    for (const text of Object.values(rewritten)) expect(await scoreOf(text)).toBe(before)
  })
})
