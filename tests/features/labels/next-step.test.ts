import { expect, it } from 'vitest'
import { drawAnswers } from '../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../src/features/labels/file/label-record.ts'
import { nextStep } from '../../../src/features/labels/next-step.ts'
import { labelOf, singleStatements } from './labelled-run.ts'

const run = singleStatements(Array.from({ length: 30 }, (_, index) => index / 30))
const [scorer] = run.header.scorers
const subject = { run, scorer: scorer as never, runFile: '/p/runs/a.jsonl', labelsFile: '/p/a.labels.jsonl' }

/** What is next after the first labels of a draw. */
function after(labels: number, drawn: number, value = (index: number) => index % 2, open = 0) {
  const draw = drawAnswers(run, 'relevancy', { count: drawn }, undefined) as DrawRecord
  const given = run.items
    .slice(0, labels)
    .map((item, index) => labelOf(run, item.itemId, value(index), { statement: 0 }))
  return nextStep(subject, draw, [draw, ...given], { folder: '/p', open })
}

it('measures the agreement once there are enough labels for it', () => {
  expect(after(10, 10)).toEqual({
    words: 'To see how far relevancy agrees with people:',
    command: 'npx verdict agreement recorded a.labels.jsonl runs/a.jsonl --scorer relevancy',
  })
})

it('names files with spaces so that the command can be pasted', () => {
  const draw = drawAnswers(run, 'relevancy', { count: 4 }, undefined) as DrawRecord
  const files = { runFile: "/p/Anna's runs/a.jsonl", labelsFile: '/p/my labels.jsonl', rater: 'ann b' }
  expect(nextStep({ ...subject, ...files }, draw, [draw], { folder: '/p', open: 0 }).command).toBe(
    "npx verdict label 'Anna'\\''s runs/a.jsonl' --labels 'my labels.jsonl' --scorer relevancy --sample 14 --rater 'ann b'",
  )
})

it('says before how many more it takes, and how to label them', () => {
  expect(after(4, 4)).toEqual({
    words:
      'How far relevancy agrees with people cannot be measured yet: that needs 10 labels, 6 more than there are. Label more:',
    command: 'npx verdict label runs/a.jsonl --labels a.labels.jsonl --scorer relevancy --sample 10',
  })
})

it('says that labels of both kinds are needed, as the command would', () => {
  expect(after(12, 12, () => 1)).toEqual({
    words:
      'How far relevancy agrees with people cannot be measured yet: that needs 2 labels that count as 1 and 2 that count as 0, and there are 12 and 0. Label more:',
    command: 'npx verdict label runs/a.jsonl --labels a.labels.jsonl --scorer relevancy --sample 14',
  })
})

it('names no command that would find nothing left to draw', () => {
  expect(after(4, 30)).toEqual({
    words:
      'How far relevancy agrees with people cannot be measured yet: that needs 10 labels, 6 more than there are. Every answer of this run is drawn already, so label another run with more items.',
  })
})

it('goes on with what is open before it draws more', () => {
  expect(after(4, 30, undefined, 26)).toEqual({
    words:
      'How far relevancy agrees with people cannot be measured yet: that needs 10 labels, 6 more than there are. Label the 26 that are open:',
    command: 'npx verdict label runs/a.jsonl --labels a.labels.jsonl --scorer relevancy',
  })
})
