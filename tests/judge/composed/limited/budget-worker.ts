/** A process of its own that scores live under a budget that it shares. */
import { createAnswerRelevancyScorer, limitedJudge } from '../../../../src/index.ts'
import { choice, gradedJudge } from '../../../support/graded-judge.ts'
import { openStore, type StoreName } from './budget-stores.ts'

const [name = '', place = '', budget = '', runs = ''] = process.argv.slice(2)
const { store, close } = await openStore(name as StoreName, place)
const judge = gradedJudge('live', () => choice('yes'))
// A day, so that no window ends within the test; but at midnight, UTC, once in many years.
const limited = limitedJudge(judge, { calls: Number(budget), windowInMs: 86_400_000, store })
const scorer = createAnswerRelevancyScorer({ model: limited })
const outcomes = await Promise.all(
  Array.from({ length: Number(runs) }, (_, run) =>
    scorer.run({ input: `What is the number ${run}?`, output: `It is ${run}.` }).then(
      ({ score }) => (typeof score === 'number' ? 'scored' : 'not scorable'),
      () => 'failed',
    ),
  ),
)
await close()
const count = (outcome: string) => outcomes.filter((other) => other === outcome).length
process.stdout.write(
  JSON.stringify({
    calls: judge.requests.length,
    scored: count('scored'),
    notScorable: count('not scorable'),
    failed: count('failed'),
  }),
)
