import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDataset } from '../../src/evaluation.ts'

const file = fileURLToPath(new URL('../../datasets/docs-questions.jsonl', import.meta.url))
const { items: questions } = await readDataset(file, { otherFields: 'metadata' })
const isAnswerable = ({ metadata }: (typeof questions)[number]) =>
  (metadata as { answerable: boolean }).answerable
const count = (answerable: boolean) =>
  questions.filter((question) => isAnswerable(question) === answerable).length

test('the docs questions have ids and wordings of their own', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  expect(new Set(questions.map(({ input }) => input)).size).toBe(questions.length)
})

test('some docs questions have no answer, and say so', () => {
  expect({ answerable: count(true), others: count(false) }).toEqual({ answerable: 46, others: 10 })
  const says = questions.map(({ groundTruth }) => groundTruth === 'The documentation does not say.')
  expect(says).toEqual(questions.map((question) => !isAnswerable(question)))
})
