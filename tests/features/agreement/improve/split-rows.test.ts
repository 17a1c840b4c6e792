import { expect, test } from 'vitest'
import { gatherMaterial } from '../../../../src/features/agreement/improve/gather-material.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { bracketJudge } from '../support.ts'

test('answers that all end in the same sentence can be split, and no part has a text of another', async () => {
  const closing = 'Is there anything else?'
  const data = Array.from({ length: 25 }, (_, answer) =>
    [`Point one of ${answer}.`, `Point two of ${answer}.`, closing].map((statement, part) => ({
      ...{ id: `${answer}-${part}`, group: `answer ${answer}`, input: 'What is so?', statement },
      label: part === 0 ? 'yes' : 'no',
    })),
  ).flat()
  const scorer = createAnswerRelevancyScorer({ model: bracketJudge() })
  const { parts } = await gatherMaterial({ scorer, data }, 1)
  const { made, chosen, tested } = parts
  const [ofMade, ofChosen, ofTested] = [made, chosen, tested].map(
    (part) => new Set(part.map(({ row }) => row.statement)),
  )
  expect([ofMade, ofChosen, ofTested].map((texts) => texts?.has(closing))).toEqual([false, false, true])
  const groupsOf = (part: typeof made) => new Set(part.map(({ row }) => row.group))
  expect([...groupsOf(made)].filter((group) => groupsOf(tested).has(group))).toEqual([])
  expect(Math.min(groupsOf(made).size, groupsOf(chosen).size)).toBeGreaterThanOrEqual(6)
})

test('answers that say nothing but the same cannot be split, and that is why', async () => {
  const data = Array.from({ length: 25 }, (_, answer) =>
    ['It takes three days.', 'Bananas are yellow.', 'I hope this helps.'].map((statement, part) => ({
      ...{
        id: `${answer}-${part}`,
        group: `answer ${answer}`,
        input: `How long does ${answer} take?`,
        statement,
      },
      label: part === 0 ? 'yes' : 'no',
    })),
  ).flat()
  const scorer = createAnswerRelevancyScorer({ model: bracketJudge() })
  await expect(gatherMaterial({ scorer, data }, 1)).rejects.toThrow(
    'in which 0 high and 0 low ones have a text that no other group has',
  )
})
