import { describe, expect, it } from 'vitest'
import { type LabelTask, queueFor } from '../../../../src/features/labels/draw/answers-to-label.ts'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord, LabelsLine } from '../../../../src/features/labels/file/label-record.ts'
import { labelOf, runOf } from '../labelled-run.ts'

const run = runOf([
  { id: 'one', shares: [0.9, 0.1] },
  { id: 'two', shares: [] },
  { id: 'three', shares: [0.3] },
])
const draw = {
  ...drawAnswers(run, 'relevancy', { count: 3 }),
  answers: ['one', 'two', 'three'].map(drawn),
} as DrawRecord
function drawn(itemId: string) {
  return { itemId, repeat: 1, probability: 1, ...(itemId === 'three' ? { byAll: true } : {}) }
}
const nameOf = ({ answer, unit }: LabelTask) =>
  `${answer.item.itemId}${unit === undefined ? '' : `/${unit.index}`}`
const openFor = (rater: string, ...lines: LabelsLine[]) => queueFor(run, draw, lines, rater).open.map(nameOf)

describe('what a rater has to label', () => {
  it('is every statement of an answer before the next, and an answer without one as a whole', () => {
    expect(openFor('ann')).toEqual(['one/0', 'one/1', 'two', 'three/0'])
  })

  it('is not what is labelled, or cannot be said', () => {
    const cannot = { ...labelOf(run, 'two', 1), kind: 'cannot say' } as const
    expect(openFor('ann', labelOf(run, 'one', 1, { statement: 0 }), cannot)).toEqual(['one/1', 'three/0'])
  })

  it('has what was skipped at its end, in the order in which it was', () => {
    const skip = (statement: number, at: string) =>
      ({ ...labelOf(run, 'one', 1, { statement, at }), kind: 'skipped' }) as const
    const lines = [skip(1, '2026-11-22T12:00:00.000Z'), skip(0, '2026-11-22T12:00:05.000Z')]
    expect(openFor('ann', ...lines)).toEqual(['two', 'three/0', 'one/1', 'one/0'])
    expect(queueFor(run, draw, lines, 'ann')).toMatchObject({ done: 0, skipped: 2 })
  })

  it('leaves to each rater what others have begun, but for what all of them label', () => {
    const lines = [labelOf(run, 'one', 1, { statement: 0 }), labelOf(run, 'three', 1, { statement: 0 })]
    expect(openFor('bob', ...lines)).toEqual(['two', 'three/0'])
    expect(openFor('ann', ...lines)).toEqual(['one/1', 'two'])
  })

  it('is what was taken back', () => {
    const label = labelOf(run, 'two', 1)
    expect(openFor('ann', label, { ...label, kind: 'undone' })).toContain('two')
  })
})
