import { restrict } from '../evaluation/comparison/common-items.ts'
import { formatQuestion } from '../run/format-value.ts'
import type { ItemRecord } from '../run/item-record.ts'
import type { EvaluationRun, ScoreRecord, VerdictRecord } from '../run/record.ts'
import { allVerdicts } from '../run/score-record.ts'
import { asText } from '../scorers/material/json-text.ts'
import { shareTexts } from '../shared/shared-texts.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { decidingTexts, fitPage } from './html/fit-page.ts'
import { mostAnswers, shownItems } from './run/limit-items.ts'
import { timedToolCalls } from './run/tool-calls.ts'

/** A text; a long one that occurs several times is a reference to its place in `texts`. */
type SharedText = string | { readonly $text: number }

/** What answers were judged by, with the judge's prompts and replies if the run keeps them. */
export interface JsonEvidence {
  readonly answers: readonly AnswerEvidence[]
  /** How many answers are only in the run's file, because there is no room for them; absent for none. */
  readonly answersLeftOut?: number
  /** The long texts that occur several times; absent if there are none. */
  readonly texts?: readonly string[]
}

interface AnswerEvidence<Text = SharedText> {
  readonly itemId: string
  readonly repeat: number
  readonly question: Text
  readonly answer?: Text
  /** Absent if the agent called no tool. */
  readonly toolCalls?: readonly {
    readonly toolName: string
    /** As JSON. */
    readonly args?: Text
    readonly outcome: 'answered' | 'failed' | 'no result'
    /** A text as it is, any other value as JSON. */
    readonly result?: Text
    readonly durationInMs?: number
  }[]
  /** Those with a context or prompts. */
  readonly scores: readonly ScoreEvidence<Text>[]
}

interface ScoreEvidence<Text> {
  readonly scorerId: string
  /** From 1; absent if the score is not one of turns. */
  readonly turn?: number
  /** Absent if the scorer gives none. */
  readonly verdicts?: readonly (Omit<VerdictRecord, 'unit' | 'reason' | 'start' | 'end'> & {
    readonly unit: Text
    readonly reason?: Text
  })[]
  /** The pieces of context that the judge saw, from c1 on; absent if it saw none. */
  readonly context?: readonly Text[]
  /** Absent if the run keeps no prompts, or the judge has none. */
  readonly prompts?: readonly {
    readonly judge: string
    readonly task: string
    readonly prompt: Text
    /** Absent if the judge gave none. */
    readonly reply?: Text
  }[]
}

/** Returns the evidence of a run, as much as a page has room for; undefined if no score has a context or prompts. */
export function collectEvidence(run: EvaluationRun): JsonEvidence | undefined {
  // To choose answers takes longer than to see that there is nothing to choose.
  if (!run.items.some((item) => evidenceOfScores(item).length > 0)) return undefined
  const fitting = fitPage(
    (share) => {
      const ids = shownItems([run], [], Math.floor(mostAnswers * share))
      const { items } = ids === undefined ? run : restrict(run, ids)
      return { answers: items.flatMap(evidenceOfAnswer), answersLeftOut: run.items.length - items.length }
    },
    ({ answers }) => new Set(answers.flatMap(({ scores }) => scores.flatMap(decidingTexts))),
  )
  const { answers, answersLeftOut } = fitting ?? { answers: [], answersLeftOut: run.items.length }
  return shareTexts({ answers, ...withoutUndefined({ answersLeftOut: answersLeftOut || undefined }) })
}

const evidenceOfScores = ({ scores }: ItemRecord) =>
  Object.entries(scores).flatMap(([id, record]) => evidenceOfScore(id, record))

function evidenceOfAnswer(item: ItemRecord): AnswerEvidence<string>[] {
  const scores = evidenceOfScores(item)
  if (scores.length === 0) return []
  const { itemId, repeat, answer, exchange } = item
  const toolCalls = timedToolCalls(item, exchange?.output ?? []).map(({ args, result, ...call }) => ({
    ...call,
    ...withoutUndefined({
      args: args === undefined ? undefined : asText(args),
      result: result === undefined ? undefined : asText(result),
    }),
  }))
  const question = formatQuestion(item)
  const called = toolCalls.length === 0 ? {} : { toolCalls }
  return [{ itemId, repeat, question, ...withoutUndefined({ answer }), ...called, scores }]
}

function evidenceOfScore(scorerId: string, record: ScoreRecord, turn?: number): ScoreEvidence<string>[] {
  // A conversation's evidence is that of its turns.
  if (record.turns !== undefined)
    return record.turns.flatMap((one, index) => evidenceOfScore(scorerId, one, index + 1))
  const prompts = (record.evidence ?? []).flatMap(({ judge, task, prompts, replies = [] }) =>
    prompts.map((prompt, index) => {
      return { judge, task, prompt, ...withoutUndefined({ reply: replies[index] || undefined }) }
    }),
  )
  const { context } = record
  if (prompts.length === 0 && context === undefined) return []
  const verdicts = allVerdicts(record)?.map(({ start: _start, end: _end, ...verdict }) => verdict)
  const kept = prompts.length === 0 ? undefined : prompts
  return [{ scorerId, ...withoutUndefined({ turn, verdicts, context, prompts: kept }) }]
}
