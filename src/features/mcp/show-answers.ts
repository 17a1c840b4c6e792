import { CommandError } from '../../cli/command-error.ts'
import { formatScore } from '../../report/format-numbers.ts'
import { worstAnswers } from '../../report/run/worst-answers.ts'
import { terminalText } from '../../report/safe-text.ts'
import { formatValue } from '../../run/format-value.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'

/** Returns one answer with its result by one scorer. The judge's evidence stays in the run file. */
function shownAnswer(item: ItemRecord, { id }: ScorerRecord) {
  const { itemId, repeat, input, answer, failure, context, groundTruth, expectations } = item
  const { evidence: _, ...score } = item.scores[id] ?? { outcome: 'none' as const }
  return {
    item: itemId,
    repeat,
    question: formatValue(input),
    answer,
    failure,
    score,
    context,
    groundTruth,
    expectations,
  }
}

function answerText(shown: ReturnType<typeof shownAnswer>, { scale }: ScorerRecord): string {
  const { item, repeat, question, answer, failure, score, context = [], groundTruth } = shown
  const found =
    score.outcome === 'scored'
      ? formatScore(score.score, scale)
      : score.outcome === 'not scorable'
        ? `not scorable: ${score.reason}`
        : score.outcome === 'failed'
          ? `the scorer failed: ${score.failure.message}`
          : 'no score'
  const { verdicts = [], notCounted = [] } = score.outcome === 'none' ? {} : score
  return [
    `${item}${repeat > 1 ? `, repeat ${repeat}` : ''}: ${found}`,
    `Question: ${question}`,
    failure === undefined ? `Answer: ${answer}` : `There is no answer: ${failure.message}`,
    ...(groundTruth === undefined ? [] : [`Ground truth: ${formatValue(groundTruth)}`]),
    ...context.map((text) => `Context: ${text}`),
    ...verdicts.map(({ unit, verdict, reason }) => `- ${verdict}: ${unit}${reason ? ` (${reason})` : ''}`),
    ...notCounted.map(({ unit, verdict }) => `- not counted, ${verdict}: ${unit}`),
    ...(score.outcome === 'scored' && score.reason ? [`Reason: ${score.reason}`] : []),
  ]
    .map((line) => terminalText(line))
    .join('\n')
}

const about = ({ header: { id, name, startedAt } }: EvaluationRun) => ({ id, name, startedAt })
const named = ({ id, name, scale, lowerIsBetter }: ScorerRecord) => ({ id, name, scale, lowerIsBetter })

export function showWorst(run: EvaluationRun, scorer: ScorerRecord, count: number) {
  const worst = worstAnswers(run, scorer, count).map(({ item }) => shownAnswer(item, scorer))
  const unscored = run.items.filter(({ scores }) => scores[scorer.id]?.outcome !== 'scored').length
  const head = worst.length === 0 ? `No answer has a score by ${scorer.name} below the best one.` : []
  const rest = unscored === 0 ? [] : `${unscored} of ${run.items.length} answers have no score by it.`
  return {
    text: [head, worst.map((one) => answerText(one, scorer)), rest].flat(2).join('\n\n'),
    result: { run: about(run), scorer: named(scorer), unscored, answers: worst },
  }
}

/** Shows how one score came about. @throws CommandError for an answer that the run does not have. */
export function explainScore(
  run: EvaluationRun,
  scorer: ScorerRecord,
  { item: itemId, repeat }: { readonly item: string; readonly repeat: number },
) {
  const item = run.items.find((one) => one.itemId === itemId && one.repeat === repeat)
  if (item === undefined)
    throw new CommandError(
      `the run has no item "${itemId}" with repeat ${repeat}: worst_answers lists ids of items`,
    )
  const shown = shownAnswer(item, scorer)
  const { question } = scorer
  const asked = question && terminalText(`Asked of each: ${question.instructions}`)
  return {
    text: [answerText(shown, scorer), asked].filter(Boolean).join('\n\n'),
    result: { run: about(run), scorer: { ...named(scorer), question }, answer: shown },
  }
}
