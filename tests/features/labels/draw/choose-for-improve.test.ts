import { describe, expect, it } from 'vitest'
import { queueFor } from '../../../../src/features/labels/draw/answers-to-label.ts'
import { isLearning } from '../../../../src/features/labels/draw/choose-for-improve.ts'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import { summariseByPeople } from '../../../../src/features/labels/estimates/by-people.ts'
import type { DrawRecord, LabelsLine } from '../../../../src/features/labels/file/label-record.ts'
import { labelledAnswers } from '../../../../src/features/labels/labelled-answers.ts'
import { toAnswerKey } from '../../../../src/run/record.ts'
import { preferenceId } from '../../../../src/scorers/preference-id.ts'
import { labelOf, relevancy, runOf, singleStatements } from '../labelled-run.ts'

const shares = Array.from({ length: 240 }, (_, index) => ((index * 29) % 241) / 240)
const run = singleStatements(shares)
const shareOf = (id: string) => shares[Number(id.slice(1)) - 1] as number
const draw = (options: Omit<Parameters<typeof drawAnswers>[2], 'for'>, earlier?: DrawRecord) =>
  drawAnswers(run, 'relevancy', { for: 'improve', ...options }, earlier) as DrawRecord
const chosenOf = ({ chosen = [] }: DrawRecord) => chosen.map(({ itemId }) => itemId)
const drawnOf = ({ answers }: DrawRecord) => answers.map(({ itemId }) => itemId)
/** As the page writes them; people say yes from a share of 0.4 on. */
const labelsOf = (of: DrawRecord) => [
  ...of.answers.map(({ itemId, probability }) =>
    labelOf(run, itemId, Number(shareOf(itemId) > 0.4), { draw: of.id, probability }),
  ),
  ...chosenOf(of).map((itemId) =>
    labelOf(run, itemId, Number(shareOf(itemId) > 0.4), { draw: of.id, chosenFor: 'improve' }),
  ),
]

describe('answers that are chosen for improve', () => {
  it('are a quarter, the most doubtful of groups that never test; chance draws the others of all', () => {
    const found = draw({ count: 80 })
    expect([found.by, found.count, drawnOf(found).length, chosenOf(found).length]).toEqual([
      ...['uniform', 60, 60],
      20,
    ])
    expect(new Set([...drawnOf(found), ...chosenOf(found)]).size).toBe(80)
    expect(new Set(found.answers.map(({ probability }) => probability))).toEqual(new Set([60 / 240]))
    expect(drawAnswers(run, 'relevancy', { count: 60 })?.answers).toEqual(found.answers)
    const isFree = (id: string) => isLearning(id, 1) && !drawnOf(found).includes(id)
    const doubtful = run.items
      .map(({ itemId }) => itemId)
      .filter(isFree)
      .sort((one, other) => Math.abs(shareOf(one) - 0.5) - Math.abs(shareOf(other) - 0.5))
    expect(chosenOf(found).sort()).toEqual(doubtful.slice(0, 20).sort())
  })

  it('are of each group once before they are of another one twice', () => {
    const grouped = runOf(
      shares.map((share, index) => ({ id: `a${index}`, shares: [share], group: `g${index % 12}` })),
    )
    const found = drawAnswers(grouped, 'relevancy', { count: 24, for: 'improve' })
    const groups = (found?.chosen ?? []).map(({ itemId }) => `g${Number(itemId.slice(1)) % 12}`)
    const learning = Array.from({ length: 12 }, (_, index) => `g${index}`).filter((one) => isLearning(one, 1))
    const times = learning.map((one) => groups.filter((group) => group === one).length)
    expect(groups).toHaveLength(6)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
  })

  it('count how far judgings lie apart', () => {
    const sure = singleStatements(shares.map((share) => Number(share > 0.5)))
    const items = sure.items.map((item, index) => ({
      ...item,
      scores: { relevancy: { ...item.scores.relevancy, ...(index % 3 === 0 ? { again: [0.5] } : {}) } },
    }))
    const found = drawAnswers({ ...sure, items: items as never }, 'relevancy', { count: 40, for: 'improve' })
    expect(found?.chosen).toHaveLength(10)
    expect(chosenOf(found as DrawRecord).map((id) => (Number(id.slice(1)) - 1) % 3)).toEqual(
      Array(10).fill(0),
    )
  })

  it('part groups a third to two thirds, another way for another seed', () => {
    const learning = (seed: number) =>
      Array.from({ length: 3000 }, (_, index) => `g${index}`).filter((group) => isLearning(group, seed))
    expect(learning(1).length / 3000).toBeCloseTo(1 / 3, 1)
    const both = learning(1).filter((group) => isLearning(group, 2))
    expect(both.length / 3000).toBeCloseTo(1 / 9, 1)
  })

  it('stay chosen when more are wanted, and are drawn where chance draws them, too', () => {
    const first = draw({ count: 80 })
    const more = draw({ count: 120 }, first)
    expect([more.answers.length, more.chosen?.length]).toEqual([90, 30])
    const isDrawn = (id: string) => drawnOf(more).includes(id)
    expect(chosenOf(first).filter((id) => !isDrawn(id) && !chosenOf(more).includes(id))).toEqual([])
    expect(draw({ count: 120 }, more)).toBeUndefined()
    const rest = drawAnswers(run, 'relevancy', { count: 240 }, first) as DrawRecord
    expect([rest.answers.length, rest.chosen]).toEqual([240, []])
    const { labels } = labelledAnswers(run, [rest, ...labelsOf(first)], 'relevancy').run
    expect(new Set(labels.map(({ item }) => item)).size).toBe(80)
  })

  it('begin beside a draw that is there, which is not drawn again', () => {
    const earlier = drawAnswers(run, 'relevancy', { count: 60 }) as DrawRecord
    const found = draw({ count: 72 }, earlier)
    expect([drawnOf(found), found.chosen?.length]).toEqual([drawnOf(earlier), 12])
  })

  it('are shown among the drawn ones', () => {
    const found = draw({ count: 80 })
    const shown = queueFor(run, found, [found], 'ann').open.map(({ answer }) => answer.item.itemId)
    const half = shown.slice(0, 40).filter((id) => chosenOf(found).includes(id))
    expect([shown.length, half.length]).toEqual([80, 10])
    expect(shown.filter((id) => !chosenOf(found).includes(id))).toEqual(drawnOf(found))
  })

  it('change no estimate of all answers: it is as if they had no label, and that is said', () => {
    const found = draw({ count: 80 })
    const isFree = (line: LabelsLine) => line.kind !== 'label' || line.chosenFor === undefined
    const lines: LabelsLine[] = [found, ...labelsOf(found)]
    for (const given of [lines, [...lines].slice(1)]) {
      const { warnings, chosen, ...all } = labelledAnswers(run, given, 'relevancy')
      const { warnings: others, ...alone } = labelledAnswers(run, given.filter(isFree), 'relevancy')
      const sentence =
        '20 labels of answers that were chosen for `verdict improve` and not drawn at random: not used here.'
      expect(warnings).toEqual([sentence, ...others])
      expect({ ...all, labelWarnings: all.labelWarnings.slice(1) }).toEqual(alone)
      expect(chosen?.keys).toEqual(new Set(found.chosen?.map(toAnswerKey)))
    }
    const [with_, without] = [lines, lines.filter(isFree)].map((given) => summariseByPeople(run, given)[0])
    expect({ ...with_, warnings: [] }).toEqual({ ...without, warnings: [] })
    const only = lines.filter((line) => !isFree(line))
    expect(summariseByPeople(run, only)[0]?.people).toMatchObject({ undefinedBecause: expect.any(String) })
  })

  it('are refused beside unequal chances, where nothing is doubted, and for pairs', () => {
    expect(() => draw({ by: 'score', count: 80 })).toThrow('these are drawn by score')
    const earlier = drawAnswers(run, 'relevancy', { by: 'score', count: 40 })
    expect(() => draw({ count: 80 }, earlier)).toThrow('label into another file')
    const sure = singleStatements(shares.map((share) => Number(share > 0.5)))
    expect(() => drawAnswers(sure, 'relevancy', { count: 80, for: 'improve' })).toThrow(
      'nothing shows which answers would separate candidates',
    )
    const pairs = runOf([{ id: 'one', shares: [0.5] }], { ...relevancy, id: preferenceId })
    expect(() => drawAnswers(pairs, preferenceId, { count: 1, for: 'improve' })).toThrow(
      'pairs have no judge',
    )
  })
})
