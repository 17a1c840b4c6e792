import { describe, expect, it } from 'vitest'
import { DistinctQuestions } from '../../../src/evaluation/cases/distinct-questions.ts'
import { type Encoder, sharedEncoder } from '../../../src/judge/embedded/encoder.ts'

const asked = (...turns: string[]) => turns.map((content) => ({ role: 'user', content }))

async function kept(inputs: readonly unknown[]) {
  const questions = new DistinctQuestions(sharedEncoder() as Encoder)
  const isNew: boolean[] = []
  for (const input of inputs) isNew.push(await questions.add(input))
  return inputs.filter((_, index) => isNew[index])
}

describe('distinct questions', () => {
  it('are the first of those that are close in meaning', async () => {
    const returns = 'How long do I have to return a pair of shoes?'
    const shipping = 'Do you ship to Iceland?'
    const others = [
      'how many days do i have to return shoes',
      'Could you tell me whether you ship to Iceland?',
    ]
    expect(await kept([returns, shipping, ...others])).toEqual([returns, shipping])
  })

  it('are also those about one thing that ask something else', async () => {
    const questions = [
      'Where is your shop in Porto?',
      'Does your shop in Porto repair bikes?',
      'How do I make my old rain jacket waterproof again?',
      'Do you sell rain jackets for children?',
    ]
    expect(await kept(questions)).toEqual(questions)
  })

  it('of follow-ups are told by what was asked before', async () => {
    const paris = asked('How warm is it in Paris?', 'And tomorrow?')
    const trains = asked('When does the last train to Ghent leave?', 'And tomorrow?')
    expect(await kept([paris, trains, asked('How warm is Paris?', 'And tomorrow?')])).toEqual([paris, trains])
  })

  it('in other languages, long ones and those of a word or two are only the same in the same words', async () => {
    const german = ['Wie lange dauert die Lieferung nach Wien?', 'Wie lange dauert der Versand nach Wien?']
    const chinese = ['你们的商店几点开门？', '你们卖帐篷吗？我想买一个。']
    const long = [`${'The tent leaks. '.repeat(300)}Why?`, `${'The tent leaks. '.repeat(300)}Why so?`]
    const short = ['👍', '🎉', '1', '2', '好', '不', 'Yes', 'No', 'Привет']
    const all = [...short, ...german, ...chinese, ...long]
    expect(await kept([...all, ...all])).toEqual(all)
  })

  it('are the same where they read the same', async () => {
    const greek = 'Π\u03cc\u03c4\u03b5 ανοίγετε;'
    expect(await kept([greek, `  ${greek.normalize('NFD')} `, greek.replace(' ', '\u00a0')])).toEqual([greek])
  })

  it('have a text, and what is left out is counted', async () => {
    const questions = new DistinctQuestions(sharedEncoder() as Encoder)
    const isNew: boolean[] = []
    for (const input of ['', ' \n', 'Hi', [], 'Hi']) isNew.push(await questions.add(input))
    expect(isNew).toEqual([false, false, true, false, false])
    expect(questions.leftOut).toEqual({ close: 1, empty: 3 })
  })
})
