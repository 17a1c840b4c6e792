import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/agents/question.ts'

describe('readQuestion', () => {
  it.each([
    ['What is a panel judge?', ['panel', 'judge']],
    ['How does Verdict score an empty answer?', ['score', 'empty', 'answer']],
    ['What is Verdict?', ['verdict']],
    ['What does notScorable mean?', ['not', 'scorable']],
    ['Hello! Please explain judges and judges', ['judges']],
    ['Thanks, good morning!', []],
    ['', []],
    ['???', []],
  ])('looks in "%s" for %j', (text, words) => {
    expect(readQuestion(text).words).toEqual(words)
  })

  it('takes in the question before when it is referred to', () => {
    const before = 'What is a panel judge?'
    expect(readQuestion('How do I use it?', before).words).toEqual(['panel', 'judge'])
    expect(readQuestion('What does a cached judge do?', before).words).toEqual(['cached', 'judge'])
    expect(readQuestion('Which scorer checks that answers are complete?', before).words).not.toContain(
      'panel',
    )
  })

  it('tells a wish for code and a wish for a definition', () => {
    expect(readQuestion('How do I install it?')).toMatchObject({ wantsCode: true, wantsDefinition: false })
    expect(readQuestion('What is a judge?')).toMatchObject({ wantsCode: false, wantsDefinition: true })
    expect(readQuestion('Which judges are there?')).toMatchObject({
      wantsCode: false,
      wantsDefinition: false,
    })
  })
})
