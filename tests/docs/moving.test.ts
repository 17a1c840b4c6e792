import * as checks from '@mastra/evals/checks'
import * as theirs from '@mastra/evals/scorers/prebuilt'
import * as theirUtilities from '@mastra/evals/scorers/utils'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import { describe, expect, it } from 'vitest'
import * as ours from '../../src/index.ts'
import { verdictJudge } from '../support/fake-judge.ts'
import { readPages } from './pages.ts'

const { text = '' } = readPages().find(({ file }) => file === 'docs/guide/moving-from-mastra-evals.md') ?? {}
const sectionOf = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

interface Made {
  readonly id: string
  run(run: object): Promise<{ preprocessStepResult?: object; analyzeStepResult?: object }>
}
type Factory = (config: object) => Made
type Factories = Readonly<Record<string, unknown>>

/** Enough for every factory of theirs, which ignore what they do not know; and for each of ours. */
const all = { context: ['a'], baselineResponse: 'a', noisyQuery: 'b' }
const plain = { model: verdictJudge([]) }
const configs: Readonly<Record<string, object>> = {
  createContextPrecisionScorer: { ...plain, options: { context: ['a'] } },
  createContextRecallScorer: { ...plain, options: { context: ['a'] } },
  createContextRelevanceScorerLLM: { ...plain, options: { context: ['a'] } },
  createMultiTurnJudgeScorer: { ...plain, criterion: 'It is kind.' },
  createNoiseSensitivityScorerLLM: { ...plain, options: { baselineResponse: 'a', noisyQuery: 'b' } },
  createSummarizationScorer: { ...plain, options: { keyPoints: () => ['It is so.'] } },
  createToolCallAccuracyScorerCode: { expectedTool: 'search' },
  createToolCallAccuracyScorerLLM: { ...plain, availableTools: [] },
}
const withoutJudge = /Completeness|ContentSimilarity|KeywordCoverage|TextualDifference|Tone|ScorerCode$/

describe('the page about moving', () => {
  const ids = new Map(
    Array.from(sectionOf('Ids').matchAll(/^- `(create\w+)`: `([\w-]+)` → `([\w-]+)`$/gm), (row) => [
      row[1] ?? '',
      { there: row[2], here: row[3] },
    ]),
  )

  const factories = Object.keys(theirs).filter((name) => name.startsWith('create'))

  it('lists factories of @mastra/evals only', () => {
    expect(factories).toEqual(expect.arrayContaining([...ids.keys()]))
  })

  it.each(factories)('has the ids of %s right, by the rule or in the list', (name) => {
    const made = (from: Factories, config: object) => (from[name] as Factory)(config).id
    const config = configs[name] ?? (withoutJudge.test(name) ? {} : plain)
    const here = made(ours, config)
    const there = made(theirs, { options: all, availableTools: [], ...config })
    expect(ids.get(name)).toEqual(there === `${here}-scorer` ? undefined : { there, here })
  })

  it('says which fields of code scorers have moved or are gone, and no others have', async () => {
    const input = [createTestMessage({ id: 'i', role: 'user', content: 'Red apples are nice.' })]
    const output = [createTestMessage({ id: 'o', role: 'assistant', content: 'Red apples are good.' })]
    const run = createAgentTestRun({ inputMessages: input, output })
    const code = factories.filter((name) => withoutJudge.test(name) && !/Trajectory/.test(name))
    const moved: Record<string, string[]> = {}
    for (const name of [...code, 'createToneScorer with a reference']) {
      const config = /reference/.test(name) ? { referenceTone: 'nice' } : (configs[name] ?? {})
      const read = async (from: Factories) => {
        const result = await (from[name.split(' ')[0] as string] as Factory)(config).run(run)
        return [result.preprocessStepResult, result.analyzeStepResult].map((step) => Object.keys(step ?? {}))
      }
      const [before = [], after = []] = await read(theirs)
      const [pre = [], analysed = []] = await read(ours)
      const gone = [
        ...before.filter((field) => !pre.includes(field)),
        ...after.filter((field) => !analysed.includes(field)),
      ]
      if (gone.length > 0)
        moved[name] = gone.map((field) => (analysed.includes(field) ? `${field} moved` : field))
    }
    expect(moved).toEqual({
      createKeywordCoverageScorer: ['totalKeywordsLength', 'matchedKeywordsLength'],
      createTextualDifferenceScorer: ['ratio moved', 'confidence moved', 'changes moved', 'lengthDiff moved'],
      createToneScorer: ['score', 'avgSentiment moved', 'sentimentVariance moved'],
      'createToneScorer with a reference': [
        'score',
        ...['responseSentiment moved', 'referenceSentiment moved', 'difference moved'],
      ],
    })
    expect(sectionOf('Fields')).toMatch(
      /Fields of textual difference and tone move from `preprocessStepResult`/,
    )
  })

  it('says of every name that is not here that it stays there', () => {
    const [, staying = ''] = sectionOf('Functions that read a run').split('These stay there:')
    const others = Object.keys(theirs).filter((name) => !(name in checks))
    for (const name of [...Object.keys(theirUtilities), ...others]) {
      const isSaid = expect(staying.includes(`\`${name}\``), name)
      isSaid.toBe(!(name in ours))
    }
  })
})
