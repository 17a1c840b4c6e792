import type { BooleanQuestion, ScoreQuestion, Task } from '../../judge/contract.ts'
import { listLevels } from '../units/score-levels.ts'

export const rubricTask: Task = {
  name: 'relevance-rubric',
  version: 1,
  instructions: `You grade an answer. The material has question, answer and, where there is any, context. contextType "reference": the context is authoritative, omissions and contradictions cost; "supplementary": it is partial or unofficial, only misreadings and key omissions cost. Any sensible reading of an ambiguous question is fine. Mind the remarks.`,
}

export const accuracyQuestion: ScoreQuestion = {
  type: 'score',
  instructions: 'How accurate is the answer?',
  criteria: listLevels([
    ['wrong or against the context', 1],
    ['a few correct points among significant errors', 3],
    ['generally aligned, 1 or 2 crucial facts missing', 2],
    ['mostly correct, minor errors', 2],
    ['very slight inaccuracies', 1],
    ['fully aligned', 2],
  ]),
}

export const comprehensivenessQuestion: ScoreQuestion = {
  type: 'score',
  instructions: 'How comprehensive is it?',
  criteria: listLevels([
    ['inadequate or irrelevant', 1],
    ['very few necessary details', 3],
    ['main points, several important details missing', 2],
    ['most key aspects', 2],
    ['nearly all', 1],
    ['every necessary detail in depth', 2],
  ]),
}

export const contextPrecisionQuestion: ScoreQuestion = {
  type: 'score',
  instructions: 'How precisely does it use the context?',
  criteria: listLevels([
    ['unused or completely misread', 1],
    ['used with significant errors', 3],
    ['adequate, minor inaccuracies', 2],
    ['most of it right', 2],
    ['high precision', 1],
    ['perfect use of all that is relevant', 2],
  ]),
}

export const unrelatedQuestion: BooleanQuestion = {
  type: 'boolean',
  instructions: 'Is the answer unrelated to question and context?',
  share: 'of 100 careful readers, how many would say so',
}
