import { expect, test } from 'vitest'
import { readDocsQuestions } from '../../evals/docs-questions.ts'

const questions = readDocsQuestions(new URL('../../datasets/docs-questions.jsonl', import.meta.url))
const count = (answerable: boolean) =>
  questions.filter((question) => question.answerable === answerable).length

test('the docs questions have ids and wordings of their own', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  expect(new Set(questions.map(({ input }) => input)).size).toBe(questions.length)
})

test('some docs questions have no answer, and say so', () => {
  expect({ answerable: count(true), others: count(false) }).toEqual({ answerable: 46, others: 10 })
  const says = questions.map(({ groundTruth }) => groundTruth === 'The documentation does not say.')
  expect(says).toEqual(questions.map(({ answerable }) => !answerable))
})
