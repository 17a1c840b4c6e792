import { compareVariants, summariseGroups } from '../../src/evaluation.ts'
import { runReport, variantsReport } from '../../src/report.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { conversationRun } from './conversation-run.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const inGroups = (run: EvaluationRun): EvaluationRun => ({
  ...run,
  items: run.items.map((item, index) => ({
    ...item,
    metadata: index % 4 === 0 ? null : { language: index % 3 === 0 ? 'de' : 'en' },
  })),
})
const run = inGroups(randomRun({ items: 24, seed: 5 }))

/** A page of two runs with an item that fell and changed its words, one that asks another, one only in each. */
export function comparedPage(): Promise<string> {
  const items = run.items.map((item) => {
    const [id, scored] = Object.entries(item.scores)[0] ?? []
    if (item.itemId !== 'question-0002' || id === undefined || scored?.outcome !== 'scored') return item
    const earlier = { ...scored, score: 1 }
    return { ...item, answer: `${item.answer} Farewell, friend.`, scores: { ...item.scores, [id]: earlier } }
  })
  const [first, second, third, ...rest] = items
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are items')
  const before: EvaluationRun = {
    ...run,
    items: [second, { ...third, input: `${third.input} Please.` }, ...rest, { ...first, itemId: 'gone' }],
  }
  const groups = [summariseGroups(run, 'language', { baseline: before, resamples: 1000 })]
  return runReport.html({ ...materialOf(run, before), groups })
}

const longNames = ['openai/gpt-5-mini + short', 'openai/gpt-5-mini + long', 'a'.repeat(60), 'W'.repeat(60)]

/** A page of variants, by default four with names that are longer than there is room for. */
export function variantsPage(names: readonly string[] = longNames): Promise<string> {
  const runs = names.map((variant, index): EvaluationRun => {
    const one = inGroups(randomRun({ items: 24, seed: index + 5, quality: index / 10 }))
    const expectations = [{ what: 'includes "Paris"', met: false, found: 'Rome' }]
    const items = one.items.map((item) => ({ ...item, expectations }))
    return { ...one, header: { ...one.header, variant }, items }
  })
  const comparison = compareVariants(runs, { resamples: 1000 })
  const variants = runs.map((one) => ({
    ...materialOf(one),
    groups: [summariseGroups(one, 'language', { resamples: 1000 })],
  }))
  return variantsReport.html({ variants, comparison })
}

/** A page of conversations before and after: of the first one, an answer grew and the last turn is missing. */
export async function talksPage(): Promise<string> {
  const after = await conversationRun()
  const items = after.items.map((item) => {
    const { conversation } = item
    if (item.itemId !== 'long' || conversation === undefined) return item
    const turns = conversation.turns
      .slice(0, -1)
      .map((turn, at) =>
        at === 0 ? { ...turn, answer: `${turn.answer} ${'It goes on. '.repeat(30)}` } : turn,
      )
    return { ...item, conversation: { ...conversation, turns } }
  })
  return runReport.html(materialOf(after, { ...after, items }))
}
