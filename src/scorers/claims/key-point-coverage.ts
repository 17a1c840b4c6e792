import type { ChoiceQuestion, Task } from '../../judge/contract.ts'
import type { RunMaterial } from '../units/judge-units.ts'
import type { SupportVerdict } from './claim-support.ts'

export const summaryTask: Task = {
  name: 'summary-support',
  version: 1,
  instructions: `You check claims against a context, and key points against a summary. The material has claims and pieces of the context by id, and the summary and key points by id. Only the context counts for claims, and only the summary for key points: neither what you know, nor whether a claim is true.`,
}

export const keyPointQuestion: ChoiceQuestion<SupportVerdict> = {
  type: 'choice',
  instructions: `Does the summary say this key point? Judge by the summary alone, as a reader who has never seen the context. Begin the reason with the words of the summary that decide, or with "none".`,
  criteria: {
    yes: 'the summary says it, in whatever words, or it follows by a small step that any reader would take.',
    no: 'the summary says otherwise: another number, date, name, place, order or thing of its kind, or the opposite.',
    unsure:
      'the summary neither says it nor denies it, or says only a part of it, whatever the context says.',
    none: 'it claims nothing.',
  },
  share:
    'of 100 careful readers who have only the summary, how many would say that it says this; if it says several things, the part that is said',
  line: { yes: 1, unsure: 0, no: 0 },
}

/** Returns what sets a question about key points apart from one about claims, in a call for both. */
export const keyPointRequest = (summary: string) => ({
  task: summaryTask,
  question: keyPointQuestion,
  prefix: 'point',
  state: (points: { [id: string]: string }): RunMaterial => ({ summary, 'key points': points }),
})
