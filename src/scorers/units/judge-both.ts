import type { ChoiceAnswer, ChoiceQuestion } from '../../judge/contract.ts'
import { decide, takesTask } from '../../judge/decide.ts'
import { fitsOneBatch } from '../../judge/decide-in-batches.ts'
import { allOrNone } from '../../shared/abort.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { type JudgedUnits, judgeUnits, readVerdicts, type Unit, type UnitsRequest } from './judge-units.ts'
import type { BothReadings } from './readings.ts'
import { isShareRequired } from './weighting.ts'

/**
 * Asks a judge a question about each unit of two lists: in one call with the material of both if they fit in it and the
 * judge takes the task, else each list by itself.
 *
 * @param apart The requests for each list by itself, if the judge takes their task. Default: the same.
 * @returns The verdicts on both lists. The evidence of a shared call is with the first.
 * @throws JudgeError if a unit gets no verdict.
 */
export async function judgeBoth<One extends string, Other extends string>(
  one: UnitsRequest<One>,
  other: UnitsRequest<Other>,
  apart: readonly [UnitsRequest<One>, UnitsRequest<Other>] = [one, other],
): Promise<[BothReadings<JudgedUnits<One>>, BothReadings<JudgedUnits<Other>>]> {
  const { judge, task, signal, tracing, weighting } = one
  if (!fitTogether(one, other) || !takesTask(judge, task)) {
    const [first, second] = takesTask(judge, apart[0].task) ? apart : ([one, other] as const)
    return allOrNone(signal, [
      (signal) => judgeUnits({ ...first, signal }),
      (signal) => judgeUnits({ ...second, signal }),
    ])
  }
  const { answers, evidence } = await decide(
    judge,
    {
      task,
      state: withoutUndefined({ ...one.state(textsById(one)), ...other.state(textsById(other)) }),
      questions: { ...questionsById(one), ...questionsById(other) },
      shareRequired: isShareRequired(weighting),
      signal,
    },
    tracing,
  )
  const answersTo = <Option extends string>(request: UnitsRequest<Option>) =>
    Object.keys(textsById(request)).map((id) => answers[id] as ChoiceAnswer<Option>)
  return [readVerdicts(one, answersTo(one), evidence), readVerdicts(other, answersTo(other))]
}

function fitTogether(one: UnitsRequest, other: UnitsRequest): boolean {
  const texts = [...one.units, ...other.units].map(({ text }) => text)
  return one.units.length > 0 && other.units.length > 0 && fitsOneBatch(texts, one.batchSize)
}

const textsById = ({ prefix, units }: { readonly prefix: string; readonly units: readonly Unit[] }) =>
  Object.fromEntries(units.map(({ text }, index) => [`${prefix}${index + 1}`, text]))

const questionsById = <Option extends string>(
  request: UnitsRequest<Option>,
): Record<string, ChoiceQuestion> =>
  Object.fromEntries(Object.keys(textsById(request)).map((id) => [id, request.question]))
