import type { ChoiceQuestion, Task } from '../../judge/contract.ts'

export type RelevanceLevel = 'high' | 'medium' | 'low' | 'none'

export const contextRelevanceTask: Task = {
  name: 'context-relevance',
  version: 1,
  instructions: `You judge the pieces of context that an assistant was given to answer a question with. The material has the question, sometimes the earlier conversation that it belongs to, the answer, and pieces of context by id. An id such as c1-used asks about piece c1.`,
}

export const levelQuestion: ChoiceQuestion<RelevanceLevel> = {
  type: 'choice',
  instructions: `How much does the piece bear on the question? Judge each by itself, and not by whether the answer used it.`,
  criteria: {
    high: 'it gives what was asked for, or part of it',
    medium: 'it gives what one needs to understand or to work out what was asked for',
    low: 'it is about the subject, but would hardly help to answer',
    none: 'it is about something else, or says nothing',
  },
  share: 'of 100 careful people who have to answer this question, how many would want this piece',
  line: { high: 1, medium: 0.7, low: 0.3, none: 0 },
}

export const usedQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Did the answer use the piece?`,
  criteria: {
    yes: 'the answer gives something that the piece says, in whatever words, also where another piece says it too',
    no: 'nothing of what the piece says is in the answer',
  },
  share: 'of 100 careful readers of the answer, how many would say that it uses the piece',
  line: { yes: 1, no: 0 },
}

export const missingTask: Task = {
  name: 'missing-information',
  version: 1,
  instructions: `You list the information that a question needs and that the given context does not hold.

The material has the question, sometimes the earlier conversation that it belongs to, and pieces of context by id. List each missing piece of information once, as one short phrase: only what one must know to answer what was asked, and only what no piece says or implies. What would merely be nice to have is not missing. Where nothing is missing, the list is empty.`,
}
