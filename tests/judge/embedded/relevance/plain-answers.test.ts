import { describe, expect, it } from 'vitest'
import { readQuestions } from '../../../../src/judge/embedded/relevance/features.ts'
import { isBareName, plainVerdict } from '../../../../src/judge/embedded/relevance/plain-answers.ts'

function verdict(question: string, statement: string, isWhole = true) {
  const [asked] = readQuestions(question)
  if (asked === undefined) throw new TypeError('no question')
  return plainVerdict(asked, statement, isWhole)?.verdict
}

describe('what the form of a statement settles', () => {
  it.each([
    ['What does the warranty cover?', 'The warranty covers what the warranty covers.', 'no'],
    ['Who founded the company?', 'The founder of the company founded the company.', 'no'],
    ['How many pages does it hold?', 'Question: how many pages does it hold', 'no'],
    ['How many pages does it hold?', 'Here is your question: how many pages does it hold', 'no'],
    ['How many pages does it hold?', 'The customer asked this question: how many pages does it hold?', 'no'],
    ['How many pages does it hold?', 'To your question: it holds 80 pages', undefined],
    ['Does it fit a crib?', 'A mattress sheet fits it Question: do you have to use a sheet?', undefined],
    ['How many pages does it hold?', 'Question: how many pages does it hold? It holds 80 pages.', undefined],
    ['How long is the cable?', 'Would you like to know how long the cable is?', 'no'],
    ['Which vaccines do I need for Kenya?', 'Vaccines Kenya travel health vaccines needed.', 'no'],
    ['What do the Basic and Pro plans cost?', '| Basic | Pro: Price | $5 | $15', undefined],
    ['Is the museum open on Sundays?', 'Yes.', 'yes'],
    ['Is breakfast included?', 'No, it is not.', 'yes'],
    ['How many legs does a spider have?', 'Eight.', 'yes'],
    ['Which has more caffeine, tea or coffee?', 'Coffee.', 'yes'],
    ['Tea or coffee?', 'The second one.', 'yes'],
    ['Would you like tea, milk or coffee?', 'Milk, please.', 'yes'],
    ['Is the Eiffel Tower or Big Ben taller?', 'The Eiffel Tower.', 'yes'],
    ['Tea or coffee?', 'Both are drinks.', undefined],
    ['Which is better, tea or coffee?', 'It depends.', undefined],
    ['Which is better, tea or coffee?', 'Coffee is the better one.', undefined],
    ['Which is better, tea or coffee?', 'What is better, coffee or tea.', 'no'],
    ['Is the museum open on Sundays?', 'The museum is open on Sundays.', undefined],
    ['How many legs does a spider have?', 'Thank you.', 'no'],
    ['What is the largest animal?', 'OK.', 'no'],
    ['What is the largest animal?', 'Hello!', 'no'],
    ['Can you book it?', 'OK.', undefined],
    ['Book it.', 'OK.', undefined],
    ['What is the largest animal?', 'The blue whale.', undefined],
    ['Who wrote Emma?', 'Jane Austen wrote Emma.', undefined],
    ['Who wrote Emma?', 'English novelist Jane Austen wrote Emma.', undefined],
    ['When does the pool open?', 'The pool opens at 7 am.', undefined],
    ['What is the largest animal?', 'I agree.', undefined],
    ['What is the largest animal?', 'Let me check.', undefined],
    ['What is the largest animal?', 'Contact support.', undefined],
    ['What is the largest animal?', 'Cats love milk.', undefined],
    ['Who wrote Hamlet?', 'Buy our newsletter.', undefined],
    ['Who wrote Hamlet?', 'Let me check.', undefined],
    ['Who wrote Hamlet?', 'Somebody else.', undefined],
    ['Who wrote Hamlet?', 'Cats love milk.', undefined],
    ['Who wrote Hamlet?', 'Shakespeare did.', 'yes'],
    ['Who wrote Hamlet?', 'Shakespeare wrote Hamlet.', 'yes'],
    ['How many pages does it hold?', 'One moment, please.', undefined],
    ['How many pages does it hold?', 'No one knows.', undefined],
    ['How much is it?', 'Prices vary.', undefined],
    ['How much is it?', 'Buy for $5.', undefined],
    ['How much is it?', 'Five euros.', 'yes'],
    ['When does it open?', 'You may enter.', undefined],
    ['When does it open?', 'On 12 May.', 'yes'],
    ['When does it open?', 'Monday.', 'yes'],
    ['When does it open?', 'Happy Monday!', undefined],
    ['Where is the office?', '180 euros.', undefined],
    ['Where is the office?', 'Best, Anna.', undefined],
    ['What is the largest animal?', 'Maybe.', undefined],
    ['Cancel my subscription', 'Your subscription has been cancelled.', undefined],
    ['Please cancel my order.', 'I have cancelled your order.', undefined],
    ['Cancel my order', 'The order to cancel.', 'no'],
    ['Turn on the lights.', 'I turned on the lights.', undefined],
    ['Set a timer for 10 minutes.', 'Timer set for 10 minutes.', undefined],
    ['Cancel my order 1042.', 'Your order is cancelled.', undefined],
    ['Cancel my order 1042.', 'OK, done.', 'yes'],
    ['Should I take an umbrella tomorrow?', 'Yes.', 'yes'],
    ['Should I take tea or coffee?', 'Yes.', undefined],
    ['Summarise: The cat sat on the mat and slept all day.', 'A cat slept on a mat all day.', undefined],
    ['What should I ask in an interview?', 'What does success look like in this role?', undefined],
  ])('%s %s: %s', (question, statement, expected) => {
    expect(verdict(question, statement)).toBe(expected)
  })

  it.each([
    ['What is 2 + 2?', '4', true],
    ['Which plan includes exports?', 'The Team plan', true],
    ['What is the largest animal?', 'The blue whale.', true],
    ['Where is the office?', 'Paris.', true],
    ['Where is the office?', 'In Paris.', true],
    ['Where is the office?', 'Upstairs.', true],
    ['What do I bring to vote?', 'Your ID.', true],
    ['What is the largest animal?', 'I agree.', false],
    ['What is the largest animal?', 'Contact support.', false],
    ['What is the largest animal?', 'Cats love milk.', false],
    ['What is the largest animal?', 'Maybe.', false],
    ['Where is the office?', '180 euros.', false],
    ['Where is the office?', 'Best, Anna.', false],
    ['Who wrote Hamlet?', 'Shakespeare.', false],
  ])('%s %s may be the name that is asked for: %s', (question, statement, expected) => {
    const [asked] = readQuestions(question)
    expect(asked && isBareName(asked, statement)).toBe(expected)
  })

  it('is not a bare answer where the answer says more', () => {
    expect(verdict('How many legs does a spider have?', 'Eight.', false)).toBeUndefined()
  })
})
