import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { agreeingWith, computeCredit, creditRule } from '../../src/scorers/units/share-to-credit.ts'

/** The rule by its name, and what comes of it. A rule that is changed gets another name, and a line of its own. */
const known: Readonly<Record<string, string>> = { 'clear-ends/1': '9c089f7790dfed69' }

/** What a verdict counts over the whole range of shares and probabilities, by both weightings. */
function table(): unknown[] {
  const credits = { yes: 1, unsure: 0.5, no: 0 }
  const options = Object.keys(credits) as (keyof typeof credits)[]
  const shares = Array.from({ length: 201 }, (_, index) => index / 200)
  const weightings = ['verdict', 'share'] as const
  const counted = options.flatMap((choice) =>
    weightings.flatMap((weighting) => [
      computeCredit({ type: 'choice', choice }, credits, weighting),
      ...shares.flatMap((share) => [
        computeCredit({ type: 'choice', choice, share }, credits, weighting),
        computeCredit({ type: 'choice', choice, share }, credits, weighting, { yes: 1, no: 0 }),
        computeCredit(
          {
            type: 'choice',
            choice,
            probabilities: { yes: share, unsure: (1 - share) / 2, no: (1 - share) / 2 },
          },
          credits,
          weighting,
        ),
      ]),
    ]),
  )
  return [...counted, agreeingWith({ yes: 1, unsure: 0.3, no: 0 }, credits)]
}

it('the credit rule changes its name with what it counts, and only then', () => {
  const hash = createHash('sha256').update(JSON.stringify(table())).digest('hex').slice(0, 16)
  expect({ [creditRule]: hash }).toEqual({ [creditRule]: known[creditRule] })
  expect(new Set(Object.values(known)).size).toBe(Object.keys(known).length)
})
