import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listHeadings, questionOfHeading } from '../../../src/evaluation/cases/question-of-heading.ts'

describe('a question made from a heading', () => {
  it.each([
    ['Choose a judge', 'How do I choose a judge?'],
    ['2. Install the CLI', 'How do I install the CLI?'],
    ['🚀 **Deploy** to `production`.', 'How do I deploy to production?'],
    ['How to cancel your order', 'How do I cancel my order?'],
    ['Which gates to set', 'Which gates should I set?'],
    ['When to use workers', 'When should I use workers?'],
    ['Is the new prompt better?', 'Is the new prompt better?'],
    ['Score with workers', 'How do I score with workers?'],
    ['Pause a membership', 'How do I pause a membership?'],
    ['Book a class', 'How do I book a class?'],
    ['Bring a friend', 'How do I bring a friend?'],
    ['Freeze your account', 'How do I freeze my account?'],
  ])('of %s is %s', (heading, question) => {
    expect(questionOfHeading(heading)).toBe(question)
  })

  it.each([
    'Options',
    'The run file',
    'Release notes',
    'Use cases',
    'Score history',
    'Run it',
    'As a guest',
    'Behind a proxy',
    'Becoming a member',
    'Only a test',
    'About your order',
    'Inside a class',
    'What to read next',
    'Which do people prefer?',
    'Why?',
    'Send a\u0000null',
    'Install',
    '',
    '   ',
    'Choose one of the many ways in which a very long heading could have been written by somebody',
  ])('is not made of %s', (heading) => {
    expect(questionOfHeading(heading)).toBeUndefined()
  })

  it('is one line that ends with a question mark, whatever the heading', () => {
    const word = fc.constantFrom('How', 'to', 'Choose', 'your', 'Run', 'a', '?', 'what', '`', '1.', 'é', '🚀')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word).map((all) => all.join(' ')),
          fc.string(),
        ),
        (heading) => {
          const question = questionOfHeading(heading)
          if (question !== undefined) expect(question).toMatch(/^\S[^\n]*\?$/)
        },
      ),
    )
  })
})

describe('the headings of a page', () => {
  it('are plain, without those in code', () => {
    const page = [
      '# One [link](https://example.com) ##',
      '```sh',
      '# no heading',
      '~~~',
      '# nor this',
      '```',
      '## Reset your password {#reset}',
      '## Delete <b>an account</b> of \\<Router\\>',
      '#### Four',
      '##### Five',
      '#hash',
      '~~~md',
      '# in code to the end',
    ].join('\r\n')
    expect(listHeadings(page)).toEqual([
      'One link',
      'Reset your password',
      'Delete an account of <Router>',
      'Four',
    ])
  })
})
