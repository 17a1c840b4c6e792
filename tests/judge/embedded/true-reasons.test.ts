import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChoiceAnswer } from '../../../src/judge/contract.ts'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { stemWords } from '../../../src/judge/embedded/overlap.ts'
import { isNegated, sense } from '../../../src/judge/embedded/support/words.ts'
import { supportQuestion, supportTask } from '../../../src/scorers/claims/claim-support.ts'
import { words } from '../../../src/text/words/words.ts'
import { runs } from '../../support/random-runs.ts'
import { ask } from './ask.ts'

const english =
  'This is what they have said to us when we were there, and that is all they have said. '.repeat(9)
const judge = embeddedJudge({ encoder: false })

interface Row {
  readonly input?: string
  readonly statement: string
  readonly context?: readonly string[]
}

const read = (set: string) =>
  readFileSync(new URL(`../../../datasets/calibration/${set}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
const claims = ['faithfulness-agent-style', 'faithfulness-fm2', 'faithfulness-realsumm-scu'].flatMap(read)
const answers = ['agent-style', 'epqa', 'clapnq'].flatMap((set) => read(`statement-relevance-${set}`))

const sensesOf = (text: string) => new Set(stemWords(text).map(sense))
const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase())
const quotedIn = (clause: string) =>
  [...clause.matchAll(/"([^"]*)"/g)].flatMap(([, words = '']) => words.split(' … '))

/** How many of the words of one text another has, a word that begins alike counted too. */
function sharedBy(text: string, other: string): number {
  const there = [...sensesOf(other)]
  const begins = (word: string) => there.some((one) => one === word || one.slice(0, 4) === word.slice(0, 4))
  return [...sensesOf(text)].filter(begins).length
}

const leastShare: Readonly<Record<string, number>> = { all: 1, 'nearly all': 0.8, most: 0.5, some: 0 }

/** What a reason says of claim and context that is not so. */
function falseClauses(reason: string, claim: string, context: Readonly<Record<string, string>>): string[] {
  const all = Object.values(context).join('\n')
  const [, named = '', phrase = reason] = /^(c\d+): (.*)$/s.exec(reason) ?? []
  const ids = [named, ...(/^together with ([^,]*), /.exec(phrase)?.[1]?.split(' and ') ?? [])]
  const pieces = named === '' ? all : ids.map((id) => context[id]).join('\n')
  const known = sensesOf(claim).size
  const wrong: string[] = []
  const check = (pattern: RegExp, holds: (...groups: string[]) => boolean) => {
    for (const [clause, ...groups] of phrase.matchAll(pattern)) if (!holds(...groups)) wrong.push(clause)
  }
  check(/has (all|nearly all|most|some) of its/g, (amount) => {
    return sharedBy(claim, pieces) >= (leastShare[amount] as number) * known
  })
  check(
    /(\d+) of its (\d+) content words/g,
    (found, of) => Number(of) === known && sharedBy(claim, all) >= Number(found),
  )
  check(
    /it (do not have|have) its only content word/g,
    (verb) => known === 1 && (verb === 'do not have' || sharedBy(claim, all) === 1),
  )
  check(/none of its content words/g, () => [...sensesOf(claim)].every((word) => !sensesOf(all).has(word)))
  check(/but not ((?:"[^"]*"(?:, )?)+)/g, (list) => quotedIn(list).every((word) => !has(pieces, word)))
  check(/says ((?:"[^"]*"(?:, )?)+)/g, (said) => quotedIn(said).every((word) => has(pieces + claim, word)))
  check(/(?:but|and) says ((?:"[^"]*"(?:, )?)+)/g, (said) =>
    quotedIn(said).every((word) => has(pieces, word)),
  )
  check(/the claim says ("[^"]*")/g, (said) => quotedIn(said).every((word) => has(claim, word)))
  check(/without ("[^"]*")/g, (word) => quotedIn(word).every((each) => has(claim, each)))
  check(
    /no denial like ("[^"]*")/g,
    (word) => !isNegated(pieces) && quotedIn(word).every((each) => has(claim, each)),
  )
  check(/seems to give ("[^"]*") for/g, (word) => quotedIn(word).every((each) => has(pieces, each)))
  check(/word for word/g, () => words(pieces).join(' ').includes(words(claim).join(' ')))
  return wrong
}

/** As one of an answer that is plainly in English. */
async function judgeClaim(context: Readonly<Record<string, string>>, claim: string) {
  const { answers } = await judge.decide({
    task: supportTask,
    state: { context: { ...context }, claims: { c: claim, other: english } },
    questions: { c: supportQuestion, other: supportQuestion },
  })
  return answers.c as ChoiceAnswer
}

const byId = (context: readonly string[] = []) =>
  Object.fromEntries(context.map((text, index) => [`c${index + 1}`, text]))

describe('each clause of a reason is so', () => {
  it('about the claims of the labelled sets, with their contexts', async () => {
    for (const { statement, context } of claims) {
      const { reason = '' } = await judgeClaim(byId(context), statement)
      expect(falseClauses(reason, statement, byId(context)), reason).toEqual([])
    }
  })

  it('about any claim and any context', async () => {
    const any = fc.nat({ max: claims.length - 1 }).map((index) => claims[index] as Row)
    await fc.assert(
      fc.asyncProperty(any, fc.array(any, { minLength: 1, maxLength: 4 }), async ({ statement }, others) => {
        const context = byId(others.flatMap(({ context = [], statement }) => [statement, ...context]))
        const { reason = '' } = await judgeClaim(context, statement)
        expect(falseClauses(reason, statement, context), reason).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  const falseOf = (reason: string, question: string, statement: string) => {
    const [asked, said] = [new Set(stemWords(question)), new Set(stemWords(statement))]
    const [, shared, all] = /shares (\S+) of the question's (\d+)/.exec(reason) ?? []
    const [, only] = /(does not share|shares) the question's only/.exec(reason) ?? []
    const count = [...asked].filter((stem) => said.has(stem)).length
    return [
      ...((only === 'shares' && count === 0) || (only === 'does not share' && count === asked.size)
        ? ['only']
        : []),
      ...(all !== undefined && (Number(all) > asked.size || Number(shared === 'none' ? 0 : shared) > count)
        ? ['shares']
        : []),
      ...(/no new/.test(reason) && ![...said].every((stem) => asked.has(stem)) ? ['no new'] : []),
      ...(/name no/.test(reason) && /\p{Lu}/u.test(statement) ? ['names no'] : []),
      ...(/(?:give no (?:number|date)|of no )/.test(reason) && /\d/.test(statement) ? ['gives no'] : []),
    ]
  }

  it('about the statements of the labelled sets, and any other', async () => {
    for (const [index, { input = '', statement }] of answers.entries()) {
      const other = answers[(index * 7919) % answers.length]?.statement ?? ''
      const { answers: judged } = await ask(judge, input, { statement, other }).catch(() => ({ answers: {} }))
      for (const [id, answer] of Object.entries(judged as Record<string, ChoiceAnswer>)) {
        const text = id === 'other' ? other : statement
        expect(falseOf(answer.reason ?? '', input, text), `${input}\n${text}\n${answer.reason}`).toEqual([])
      }
    }
  })

  it.each([
    ['When do you open?', 'We open at nine.'],
    ['When do you close?', 'At half past six.'],
    ['When is check-in?', 'From three in the afternoon.'],
    ['When is my parcel coming?', 'It arrives tonight.'],
    ['When can I return it?', 'At any time.'],
    ['When do you ship?', 'Immediately.'],
    ['How many errors are there?', 'None.'],
    ['How many errors are there?', 'There are zero errors.'],
    ['How many people can sleep in it?', 'A couple.'],
    ['How long does it take?', 'A fortnight.'],
    ['How long is the film?', '1h 30m.'],
    ['How long is the warranty?', 'A lifetime.'],
    ['How much does it cost?', 'Nothing.'],
    ['How much does it cost?', 'CHF 20.'],
  ])('what is asked for is given in words: %s %s', async (asked, statement) => {
    const { answers: judged } = await ask(judge, asked, { statement })
    expect(judged.statement?.reason ?? '').not.toMatch(/ no /)
  })
})

it('a sentence of the context is supported, whatever stands around it', async () => {
  const wrong: string[] = []
  for (const { context = [] } of claims)
    for (const sentence of context.filter((text) => text.length < 300).slice(0, 3)) {
      const { choice, reason } = await judgeClaim(
        byId(['It never rains here, they say.', ...context]),
        sentence,
      )
      if (choice === 'no' || (choice !== 'none' && /, but /.test(reason ?? '')))
        wrong.push(`${sentence}: ${reason}`)
    }
  expect(wrong).toEqual([])
  const tape = 'Tape measures are not sold here, but we do measure your feet for free.'
  expect(await judgeClaim({ c1: `Welcome. ${tape} We do not measure hands.` }, tape)).toMatchObject({
    choice: 'yes',
    reason: 'c1: says so word for word',
  })
})

it('says of a number that the piece has elsewhere no more than is so', async () => {
  const context = { c1: 'The jacket Alp is light. It costs 89 euros. It comes in 7 colours and 5 sizes.' }
  const { reason = '' } = await judgeClaim(context, 'The jacket comes in 89 colours and 5 sizes.')
  expect(reason).not.toMatch(/not "89"|does not/)
})
