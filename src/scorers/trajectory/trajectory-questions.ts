import type { ChoiceQuestion, Task } from '../../judge/contract.ts'

export const trajectoryTask: Task = {
  name: 'trajectory-accuracy',
  version: 1,
  instructions: `You judge the steps that an assistant or a workflow took for a request. The material has the request, sometimes the earlier conversation that it belongs to, the steps by id in the order in which they were taken, the steps that were expected by id where any were, and the answer where it is known. An id such as s1-order asks about the place of step s1.`,
}

export type YesNo = ChoiceQuestion<'yes' | 'no'>

export const necessaryQuestion: YesNo = {
  type: 'choice',
  instructions: `Was the step necessary?`,
  criteria: {
    yes: 'the request could not be done as well without it, or it does the work of an expected step. To try again after a failure is necessary.',
    no: 'it adds nothing: it is beside the request, does again what was done, or its arguments do not fit the request',
  },
  share: 'of 100 careful people who know the request, how many would say that the step was necessary',
  line: { yes: 1, no: 0 },
}

export const orderQuestion: YesNo = {
  type: 'choice',
  instructions: `Was the step at a right place in the order?`,
  criteria: {
    yes: 'what it needs had been done before it, and it stands in no conflict with the order of the expected steps. Where order does not matter, every place is right.',
    no: 'it came before something that it needed, or too late to be of use, or against the expected order',
  },
  share: 'of 100 careful people who know the request, how many would say that the step came at a right place',
  line: { yes: 1, no: 0 },
}

export const takenQuestion: YesNo = {
  type: 'choice',
  instructions: `Was this expected step taken?`,
  criteria: {
    yes: 'one of the steps is this one, or does its work under another name',
    no: 'no step does its work',
  },
  share: 'of 100 careful people, how many would say that it was taken',
  line: { yes: 1, no: 0 },
}

export const neededQuestion: YesNo = {
  type: 'choice',
  instructions: `No step was taken. Did the request need one, such as a look-up or an action?`,
  criteria: {
    yes: 'what was asked for could only be done or known by a step',
    no: 'it could be answered, declined or asked back without any step',
  },
  share: 'of 100 careful people who know the request, how many would say that it needed a step',
  line: { yes: 1, no: 0 },
}

export const missingStepsTask: Task = {
  name: 'missing-steps',
  version: 1,
  instructions: `You list the steps that a request needed and that an assistant or a workflow did not take.

The material has the request, sometimes the earlier conversation that it belongs to, the steps that were taken, in order, and the answer where it is known. List each missing step once, as one short phrase: only what the request could not be done without, and what no step did under whatever name. Where nothing is missing, the list is empty.`,
}
