import type { ChoiceQuestion, Task } from '../../judge/contract.ts'
import type { Credits } from '../units/weighting.ts'

/** What is asked about a response and one prompt, and what each answer counts. */

export const alignmentTask: Task = {
  name: 'prompt-alignment',
  version: 2,
  instructions: `You judge whether a response does what one prompt wants. The material has the prompt, who it is from (a user, who asks, or the system, which sets rules for all responses), its requirements by id, the response, and sometimes earlier messages.`,
}

export const requirementTask: Task = {
  name: 'requirement-extraction',
  version: 1,
  instructions: `You list what a prompt wants of the response to it.

A requirement is one thing that the prompt asks for: a question to answer, a thing to make or do, a rule, a condition on content, form, length, language or tone. Give each as one short sentence in the words of the prompt, which can be understood on its own. Split sentences that ask for several things.

Take up every requirement, in the order of the prompt. Add none that it does not state, and leave out what asks for nothing, such as background or a greeting.`,
}

export type AlignmentGrade = 'yes' | 'partly' | 'no' | 'n/a'

export interface AlignmentQuestion {
  readonly question: ChoiceQuestion
  readonly credits: Credits<string>
}

const graded = { yes: 1, partly: 0.5, no: 0 }
const share = 'of 100 careful readers, how many say yes'

export const intentQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Does the response do what the prompt is after at its core?',
    criteria: {
      yes: 'it does.',
      partly: 'it does a part of it, or something near it.',
      no: 'it does something else, or nothing.',
    },
    share,
    line: graded,
  },
  credits: graded,
}

export const requirementQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Is the requirement met?',
    criteria: {
      yes: 'all of it.',
      no: 'not, or only a part of it.',
      'n/a': 'it asks for nothing, or its condition is not given here.',
    },
    share,
    line: { yes: 1, no: 0 },
  },
  credits: { yes: 1, no: 0, 'n/a': 0 },
}

export const completenessQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions: 'Does the response give all that the prompt wants, as thoroughly as it wants it?',
    criteria: {
      yes: 'nothing that matters is missing.',
      partly: 'something that matters is missing.',
      no: 'most is missing.',
    },
    share,
    line: graded,
  },
  credits: graded,
}

/** Asked twice, for the id of the format and for that of the tone: written once, it keeps the prompt short. */
export const appropriatenessQuestion: AlignmentQuestion = {
  question: {
    type: 'choice',
    instructions:
      'Is it as the prompt asks, or, where the prompt does not say, as suits it? The id that ends in "format" is about form and length, the one in "tone" about tone and language.',
    criteria: { yes: 'it is.', no: 'it is not.' },
    share,
    line: { yes: 1, no: 0 },
  },
  credits: { yes: 1, no: 0 },
}
