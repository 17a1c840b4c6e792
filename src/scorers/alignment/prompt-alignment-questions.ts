import type { ChoiceQuestion, Task } from '../../judge/contract.ts'
import type { Credits } from '../units/share-to-credit.ts'

/** The questions about a response and one prompt, and the credit of each answer. */

export const alignmentTask: Task = {
  name: 'prompt-alignment',
  version: 4,
  instructions: `You judge whether a response does what one prompt wants. The material has the prompt, who it is from (user or system), its requirements by id, the response, sometimes earlier messages.`,
}

export const requirementTask: Task = {
  name: 'requirement-extraction',
  version: 3,
  instructions: `You list what each piece of a prompt wants of the response to it. The material has the pieces by id, in their order.

A requirement is one thing that the prompt asks for: a question to answer, a thing to make or do, a rule, a condition on content, form, length, language or tone. Give each as one short sentence in the words of the prompt, with its Markdown where that is asked for. Split sentences that ask for several things.

Add none that it does not state. What asks for nothing has an empty list: background, greetings and thanks, material to work on, such as a text to summarise, and rules for a case that is not given.`,
}

export interface AlignmentQuestion {
  readonly question: ChoiceQuestion
  readonly credits: Credits<string>
}

const graded = { yes: 1, partly: 0.5, no: 0 }
const share = 'of 100 careful readers, how many say yes'

export const intentQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Does the response do what the prompt is after at its core, in any form?',
    criteria: {
      yes: 'it does.',
      partly: 'a part of it, something near it, or an honest “I cannot”.',
      no: 'something else, nothing, a wrong answer, or a false claim.',
    },
    share,
    line: graded,
  },
  credits: graded,
}

export const requirementQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Is the requirement met? A fault counts once.',
    criteria: {
      yes: 'all of it, rightly.',
      no: 'not, or only a part of it.',
      'n/a': 'it asks for nothing (background, material), or its case is not given.',
    },
    share,
    line: { yes: 1, no: 0 },
  },
  credits: { yes: 1, no: 0, 'n/a': 0 },
}

export const completenessQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Does it give all that the prompt wants, as thoroughly?',
    criteria: {
      yes: 'nothing that matters is missing.',
      partly: 'something that matters is missing or wrong.',
      no: 'most is missing or wrong.',
    },
    share,
    line: graded,
  },
  credits: graded,
}

/** Shared by the ids for format and tone: writing it once keeps the prompt short. */
export const appropriatenessQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions:
      'Is it as the prompt asks, or else as suits it? "format" ids mean form and length, "tone" ids tone and language.',
    criteria: { yes: 'it is.', no: 'it is not.', 'n/a': 'the response does something else.' },
    share,
    line: { yes: 1, no: 0 },
  },
  credits: { yes: 1, no: 0, 'n/a': 0 },
}
