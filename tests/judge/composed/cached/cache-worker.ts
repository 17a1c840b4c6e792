/** A process of its own that asks a cached judge about every number below a bound, in an order of its own. */
import { appendFileSync } from 'node:fs'
import { cachedJudge } from '../../../../src/judge/composed/cached/cached-judge.ts'
import { seededRandom, shuffle } from '../../../../src/shared/random.ts'
import { choice, gradedJudge, requestOf, yesNo } from '../../../support/graded-judge.ts'

const [file = '', log = '', name = '', bound = ''] = process.argv.slice(2)
const truth = (number: number) => (number % 3 === 0 ? 'yes' : 'no')
const judge = gradedJudge('honest', (_, __, { state }) => {
  appendFileSync(log, `${name}\n`)
  return choice(truth(Number(state.number)))
})
const cached = cachedJudge(judge, { file })
const numbers = shuffle(
  Array.from({ length: Number(bound) }, (_, number) => number),
  seededRandom(name.charCodeAt(0)),
)
const decisions = await Promise.all(
  numbers.map(async (number) => ({
    number,
    ...(await cached.decide({ ...requestOf({ s1: yesNo }), state: { number } })),
  })),
)
process.stdout.write(
  JSON.stringify({
    wrong: decisions.filter(({ number, answers }) => answers.s1.choice !== truth(number)).length,
    calls: decisions.reduce((total, { evidence }) => total + evidence.calls, 0),
    warnings: [...new Set(decisions.flatMap(({ evidence }) => evidence.warnings))],
  }),
)
