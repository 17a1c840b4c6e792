import { describe, expect, it } from 'vitest'
import type { Judge } from '../../src/judge/contract.ts'
import * as scorers from '../../src/scorers/index.ts'
import { carefulJudge, names } from '../support/careful-judge.ts'
import { type AnyScorer, answerScorers, toolScorers } from '../support/every-scorer.ts'
import { fakeJudge } from '../support/fake-judge.ts'

interface Material {
  readonly question: string
  readonly answer: string
  readonly groundTruth: string
  readonly context: readonly string[]
}

const sentences = [
  'Marta finished the tower in 1889.',
  'It is made of iron.',
  'Marta says that 300 people built it.',
  'Many people go there in summer.',
]
const prose: Material = {
  question: 'When did Marta finish the tower?',
  answer: sentences.join(' '),
  groundTruth: 'Marta finished the tower in 1889. It opened for a fair.',
  context: ['Marta finished the tower in 1889.', 'The tower is made of iron.', 'Bread is baked early.'],
}

const answering = (answer: string): Material => ({ ...prose, answer })
const renamed = (name: string): Material => ({
  question: prose.question.replaceAll('Marta', name),
  answer: prose.answer.replaceAll('Marta', name),
  groundTruth: prose.groundTruth.replaceAll('Marta', name),
  context: prose.context.map((piece) => piece.replaceAll('Marta', name)),
})

/** The same answer, written otherwise. */
const rewritten: Readonly<Record<string, Material>> = {
  'as bullets': answering(sentences.map((sentence) => `- ${sentence}`).join('\n')),
  'as bullets without full stops': answering(sentences.map((one) => `* ${one.slice(0, -1)}`).join('\n')),
  'as a numbered list with blank lines': answering(
    sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n\n'),
  ),
  'one sentence a line': answering(sentences.join('\n')),
  'as paragraphs with Windows line breaks': answering(sentences.join('\r\n\r\n')),
  'between blank lines, with blanks at the ends of lines': answering(
    `\n\n  \n${sentences.join('  \n\n \t\n')}   \n\n`,
  ),
  'with blanks between words': answering(sentences.join('   ').replaceAll(' is ', '  is\u00a0')),
  'with emphasis': answering(
    prose.answer
      .replace('1889', '**1889**')
      .replace('made of iron', '*made of iron*')
      .replace('300', '__300__'),
  ),
  'with whole sentences in bold': answering(sentences.map((sentence) => `**${sentence}**`).join(' ')),
  'in a quotation': answering(sentences.map((sentence) => `> ${sentence}`).join('\n>\n')),
  ...Object.fromEntries(names.map((name) => [`about ${name}`, renamed(name)])),
}

const polite = answering(`Sure! ${prose.answer} I hope this helps.`)

const { 'context recall': _recall, ...others } = answerScorers
/** As in every-scorer.ts, with the context as it comes. */
const withContext: Readonly<Record<string, (model: Judge, context: readonly string[]) => AnyScorer>> = {
  faithfulness: (model, context) => scorers.createFaithfulnessScorer({ model, options: { context } }),
  hallucination: (model, context) => scorers.createHallucinationScorer({ model, options: { context } }),
  'context recall': (model, context) => scorers.createContextRecallScorer({ model, options: { context } }),
  'context relevance': (model, context) =>
    scorers.createContextRelevanceScorerLLM({ model, options: { context } }),
  'relevance rubric': (model, context) =>
    scorers.createRelevanceRubricScorer({ model, options: { context } }),
  'context precision': (model, context) =>
    scorers.createContextPrecisionScorer({ model, options: { context } }),
}
const { 'context precision': precision, ...orderFree } = withContext
const create = (name: string, judge: Judge, { context }: Material): AnyScorer =>
  withContext[name]?.(judge, context) ?? (answerScorers[name]?.(judge) as AnyScorer)

const draws = [1, 2, 3, 4, 5, 6, 7, 8]

/** The scores of many draws of verdicts: one draw could agree by chance. */
async function scoresOf(name: string, material: Material, extracts: boolean) {
  return Promise.all(
    draws.map(async (draw) => {
      const judge = carefulJudge(draw, { extracts })
      const { question: input, answer: output, groundTruth } = material
      const { score, notScorable } = await create(name, judge, material).run({ input, output, groundTruth })
      // The same numbers added in another order may differ in the last digit.
      return {
        score: score === undefined ? notScorable?.reason : score.toFixed(12),
        asked: judge.asked.sort(),
      }
    }),
  )
}

/** Key points are for a judge to draw; the others can split an answer themselves. */
const waysOf = (name: string) => (name === 'summarization' ? [true] : [false, true])
const everyName = [...Object.keys(others), 'context recall']

describe.each(everyName)('%s', (name) => {
  it.each(Object.entries(rewritten))(
    'has the same score and asks the same of an answer %s',
    async (_, material) => {
      for (const extracts of waysOf(name)) {
        const [before, after] = [
          await scoresOf(name, prose, extracts),
          await scoresOf(name, material, extracts),
        ]
        expect(after).toEqual(before)
        expect(new Set(before.map(({ score }) => score)).size).toBeGreaterThan(1)
      }
    },
  )
})

describe.each(Object.keys(orderFree))('%s', (name) => {
  it('has the same score with its context in another order', async () => {
    for (const extracts of waysOf(name)) {
      const before = await scoresOf(name, prose, extracts)
      for (const [a, b, c] of [
        [2, 0, 1],
        [1, 2, 0],
        [2, 1, 0],
      ] as const) {
        const context = [a, b, c].map((index) => prose.context[index] ?? '')
        expect(await scoresOf(name, { ...prose, context }, extracts)).toEqual(before)
      }
    }
  })
})

/** Those whose measure counts statements, of which a courtesy is one: docs/reference/outcomes.md. */
const countsCourtesies = ['answer relevancy', 'toxicity']

describe.each(everyName.filter((name) => !countsCourtesies.includes(name)))('%s', (name) => {
  it('has the same score where the answer is polite', async () => {
    for (const extracts of waysOf(name))
      expect(await scoresOf(name, polite, extracts)).toEqual(await scoresOf(name, prose, extracts))
  })
})

/** What a courtesy counts: answer relevancy takes it for a statement that answers nothing, toxicity for a harmless one. */
describe.each(countsCourtesies)('%s', (name) => {
  it('counts each courtesy as a statement of no credit', async () => {
    const [before, after] = [await scoresOf(name, prose, false), await scoresOf(name, polite, false)]
    const [without, added] = [sentences.length, 2]
    for (const [index, { score, asked }] of after.entries()) {
      expect(asked).toEqual(before[index]?.asked)
      expect(Number(score)).toBeCloseTo((Number(before[index]?.score) * without) / (without + added), 9)
    }
  })
})

describe('context precision', () => {
  /** The judge that says yes to the piece about the year only. */
  const judge = fakeJudge({
    answer: (_, id, { state }) =>
      (state.context as Record<string, string>)[id]?.includes('1889') ? 'yes' : 'no',
  })

  it('is about the order of the context: the piece that helped counts by its place', async () => {
    const [useful = '', ...useless] = prose.context
    for (const place of [0, 1, 2]) {
      const context = [...useless.slice(0, place), useful, ...useless.slice(place)]
      const run = { input: prose.question, output: prose.answer }
      expect((await precision?.(judge, context).run(run))?.score).toBeCloseTo(1 / (place + 1), 12)
    }
  })

  it('has the same score with the pieces that did not help in another order', async () => {
    const [useful = '', one = '', other = ''] = prose.context
    const run = { input: prose.question, output: prose.answer }
    for (const context of [
      [one, useful, other],
      [other, useful, one],
    ])
      expect((await precision?.(judge, context).run(run))?.score).toBeCloseTo(1 / 2, 12)
  })
})

const call = (toolName: string, city: string) => {
  const called = {
    toolCallId: toolName,
    toolName,
    args: { city },
    result: { city, degrees: 21 },
    state: 'result',
  }
  return { type: 'tool-invocation', toolInvocation: called }
}
const toolRun = ({ question, answer }: Material) => ({
  input: [{ role: 'user', content: question }],
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: [call('weather', 'Paris'), call('map', 'Lyon'), { type: 'text', text: answer }],
      },
    },
  ],
})

describe.each(Object.entries(toolScorers))('%s', (_, createToolScorer) => {
  const scoresWith = (material: Material) =>
    Promise.all(
      draws.map(async (draw) => (await createToolScorer(carefulJudge(draw)).run(toolRun(material))).score),
    )

  it.each(Object.entries({ ...rewritten, politely: polite }))(
    'has the same score beside an answer %s',
    async (_, material) => {
      const before = await scoresWith(prose)
      for (const score of before) expect(score).toEqual(expect.any(Number))
      expect(await scoresWith(material)).toEqual(before)
    },
  )
})
