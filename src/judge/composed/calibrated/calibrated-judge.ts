import type {
  Answer,
  BooleanAnswer,
  ChoiceAnswer,
  ChoiceQuestion,
  Decision,
  DecisionRequest,
  Judge,
  Question,
  Questions,
} from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import { askMember, evidenceOfMembers } from '../members.ts'
import { toVerdict } from '../panel/aggregate.ts'
import { wrapJudge } from '../wrap-judge.ts'
import { applyMap, type Calibration, readCalibration } from './calibration.ts'

/**
 * Makes a judge whose shares or probabilities are calibrated to labels of people, and its verdicts by a
 * threshold, if the calibration has one. Its id is 'calibrated(…)', because its answers differ from those of
 * the original judge.
 *
 * @param calibrations As `fitCalibration` makes them and JSON keeps them: one, or one per task.
 * @throws TypeError for a calibration that cannot be read, or belongs to another judge, and for two of one
 *   task. `decide` rejects as the other judge does, and with a `JudgeError` of reason 'configuration' for a
 *   task, a question or an answer that the calibration was not made for.
 */
export function calibratedJudge(judge: Judge, calibrations: Calibration | readonly Calibration[]): Judge {
  const id = `calibrated(${judge.id})`
  const byTask = indexByTask(judge, calibrations)

  async function decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
    request.signal?.throwIfAborted()
    const startedAt = performance.now()
    const calibration = findCalibration(byTask, request, id)
    const shareRequired = calibration.grade === 'share' || request.shareRequired
    const decision = await askMember(judge, { ...request, shareRequired })
    const given = Object.entries<Answer>(decision.answers)
    const calibrated = given.map(
      ([key, answer]) =>
        [key, applyCalibration(request.questions[key] as Question, answer, calibration)] as const,
    )
    const bare = calibrated.flatMap(([key, answer]) => (answer === undefined ? [key] : []))
    if (bare.length > 0)
      throw misfit(
        id,
        `it gives no ${calibration.grade} for ${bare.join(', ')}, but its calibration needs one`,
        bare,
      )
    const answers = Object.fromEntries(calibrated) as Record<string, Answer>
    const changed = given.filter(([key, answer]) => toVerdict(answer) !== toVerdict(answers[key] as Answer))
    const warnings =
      changed.length === 0
        ? []
        : [`calibrated: the threshold changed the verdict on ${changed.map(([key]) => key).join(', ')}`]
    return {
      answers: answers as Decision<Q>['answers'],
      evidence: evidenceOfMembers(id, [[judge, decision.evidence]], startedAt, { warnings }),
    }
  }

  const hasThreshold = [...byTask.values()].some(({ threshold }) => threshold !== undefined)
  return wrapJudge(
    judge,
    {
      tasks: [...new Set([...byTask.values()].map(({ task }) => task.name))].filter(
        (name) => judge.tasks?.includes(name) ?? true,
      ),
      // A threshold is fitted for verdicts, so they count.
      weighting: hasThreshold ? 'verdict' : undefined,
      verdictsAreFinal: hasThreshold,
      settings: () => ({ ...judge.settings, calibrations: [...byTask.values()] }),
      decide,
    },
    id,
  )
}

/** @throws TypeError for a calibration of another judge, and for two of one task. */
function indexByTask(
  { id, notice }: Judge,
  calibrations: Calibration | readonly Calibration[],
): ReadonlyMap<string, Calibration> {
  const byTask = new Map<string, Calibration>()
  for (const calibration of [calibrations].flat().map(readCalibration)) {
    const task = `${calibration.task.name}/${calibration.task.version}`
    if (calibration.judge !== id)
      throw new TypeError(
        [`calibratedJudge: the calibration is for ${calibration.judge}, not for ${id}`, notice]
          .filter(Boolean)
          .join('. '),
      )
    if (byTask.has(task)) throw new TypeError(`calibratedJudge: there are two calibrations for ${task}`)
    byTask.set(task, calibration)
  }
  return byTask
}

const misfit = (judge: string, message: string, ids: readonly string[]) =>
  new JudgeError({ judge, reason: 'configuration', message, ids })

/** @throws JudgeError if there is none for this task, or it was fitted to other questions. */
function findCalibration(
  byTask: ReadonlyMap<string, Calibration>,
  { task, questions }: DecisionRequest,
  judge: string,
): Calibration {
  const name = `${task.name}/${task.version}`
  const calibration = byTask.get(name)
  const ids = Object.keys(questions)
  if (calibration === undefined) {
    const known = [...byTask.keys()].join(', ') || 'no task'
    const message = `it is calibrated for ${known}, not for ${name}: fit it on labels of this task`
    throw misfit(judge, message, ids)
  }
  const odd = ids.filter((key) => !fits(questions[key] as Question, calibration))
  if (odd.length === 0) return calibration
  const message = `its calibration for ${name} was fitted to a different question from ${odd.join(', ')}`
  throw misfit(judge, message, odd)
}

function readGrade(answer: Answer, { grade, positive }: Calibration): number | undefined {
  if (answer.type === 'score') return undefined
  if (grade === 'share') return answer.share
  return answer.type === 'boolean' ? answer.probability : answer.probabilities?.[positive ?? '']
}

export function fits(question: Question, { positive, threshold }: Calibration): boolean {
  if (question.type === 'boolean') return positive === undefined
  if (question.type === 'score' || positive === undefined) return false
  const options = [positive, ...(threshold === undefined ? [] : [threshold.negative])]
  return options.every((option) => option !== undefined && Object.hasOwn(question.criteria, option))
}

/**
 * Returns an answer with its grade as a calibrated probability, and with the verdict that the threshold gives.
 *
 * A grade of the other kind is dropped, because it is not calibrated and scorers would mix the two. The probabilities
 * of other options keep their proportions; if they were all 0, they become equal.
 *
 * @returns undefined if the answer lacks the grade.
 */
function applyCalibration(question: Question, answer: Answer, calibration: Calibration): Answer | undefined {
  const grade = readGrade(answer, calibration)
  if (grade === undefined || answer.type === 'score') return undefined
  const probability = applyMap(calibration.map, grade)
  return answer.type === 'boolean'
    ? calibratedBoolean(answer, probability, calibration)
    : calibratedChoice(readLine(question), answer, probability, calibration)
}

function calibratedBoolean(
  { share: _, probability: __, ...answer }: BooleanAnswer,
  value: number,
  { grade, threshold }: Calibration,
): BooleanAnswer {
  const verdict = threshold === undefined ? answer.verdict : value >= threshold.value
  return { ...answer, verdict, [grade]: value }
}

function calibratedChoice(
  line: ChoiceQuestion['line'],
  { share: _, probabilities: given, ...answer }: ChoiceAnswer,
  value: number,
  { grade, threshold, positive = '' }: Calibration,
): ChoiceAnswer {
  const probabilities = grade === 'probability' && given ? rescaled(given, positive, value) : given
  const graded = grade === 'share' ? { share: value } : { probabilities }
  if (threshold === undefined) return { ...answer, ...graded }
  if (value >= threshold.value) return { ...answer, ...graded, choice: positive }
  const { negative = '' } = threshold
  const other =
    answer.choice === positive ? (likeliestOther(probabilities, positive) ?? negative) : answer.choice
  return { ...answer, ...graded, choice: isBetween(other, negative, positive, line) ? negative : other }
}

const readLine = (question: Question) => (question.type === 'choice' ? question.line : undefined)

/**
 * Returns whether an option lies between two others on the question's line. Below the threshold none may stay there:
 * 'unsure' would score higher than 'no', whatever their probabilities.
 */
function isBetween(option: string, low: string, high: string, line: ChoiceQuestion['line']): boolean {
  const [place, bottom, top] = [option, low, high].map((one) => line?.[one])
  if (place === undefined || bottom === undefined || top === undefined) return false
  return place !== top && Math.abs(place - top) < Math.abs(bottom - top)
}

function likeliestOther(
  probabilities: Readonly<Record<string, number>> | undefined,
  positive: string,
): string | undefined {
  const others = Object.entries(probabilities ?? {}).filter(([option]) => option !== positive)
  return others.sort(([, a], [, b]) => b - a)[0]?.[0]
}

function rescaled(
  given: Readonly<Record<string, number>>,
  positive: string,
  value: number,
): Readonly<Record<string, number>> {
  const others = Object.entries(given).filter(([option]) => option !== positive)
  const rest = others.reduce((total, [, probability]) => total + probability, 0)
  const scaled = others.map(([option, probability]) => {
    const part = rest > 0 ? probability / rest : 1 / others.length
    return [option, part * (1 - value)]
  })
  return { ...given, ...Object.fromEntries(scaled), [positive]: value }
}
