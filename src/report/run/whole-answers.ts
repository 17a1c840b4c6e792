import { formatQuestion, formatValue } from '../../run/format-value.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScoreRecord, ScorerRecord, VerdictRecord } from '../../run/record.ts'
import { allVerdicts } from '../../run/score-record.ts'
import { asText } from '../../scorers/material/json-text.ts'
import type { TitledText } from '../document/blocks.ts'
import { markdownBlocks } from '../document/markdown.ts'
import { type Screen, terminalTitle } from '../document/terminal.ts'
import { formatQuantity, formatScore } from '../format-numbers.ts'
import { targetName } from '../names.ts'
import { shorten, terminalJson, terminalText } from '../safe-text.ts'
import { sayVerdict } from '../say-verdict.ts'
import { indented } from '../terminal/draw-table.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { type TimedToolCall, timedToolCalls, tookText } from './tool-calls.ts'

export interface ChosenAnswers {
  readonly run: EvaluationRun
  readonly answers: readonly ItemRecord[]
}

/** Shows answers in full: question, answer, scores with verdicts, the context that the judge saw, tool calls, prompts. */
export const answersInFull = {
  terminal({ run, answers }: ChosenAnswers, options: TerminalOptions): string {
    const { screen } = readTerminalOptions(options)
    const cut = screen.details ? (text: string) => text : cutPrompt
    const render = (title: string, parts: readonly TitledText[]) =>
      [terminalTitle(title, screen), ...parts.map((part) => terminalPart(part, screen))].join('\n')
    // Once, since it is the same for all answers.
    const agent = aboutAgent(run, cut)
    return [
      ...(agent.length === 0 ? [] : [render(targetName(run.header.target), agent)]),
      ...answers.map((item) => render(answerTitle(run, item), answerParts(run, item, cut))),
    ].join('\n\n')
  },
  json: ({ run, answers }: ChosenAnswers): string =>
    terminalJson({
      kind: 'answers',
      version: 1,
      run: run.header,
      // The messages have the calls, too, in many parts.
      answers: answers.map((item) => {
        const toolCalls = callsOf(item)
        return toolCalls.length === 0 ? item : { ...item, toolCalls }
      }),
    }),
  markdown: ({ run, answers }: ChosenAnswers): string =>
    markdownBlocks([
      {
        block: 'answers',
        title: 'Answer',
        answers: answers.map((item) => ({
          item: answerTitle(run, item),
          found: '',
          parts: answerParts(run, item),
        })),
      },
    ]).join('\n\n'),
}

const longestPrompt = 400

/** Cuts a prompt or a reply, which is often longer than all else, and says how to see the whole. */
function cutPrompt(text: string): string {
  const shown = shorten(text, longestPrompt)
  return shown === text
    ? text
    : `${shown} (${formatQuantity(text.length - shown.length + 1, 'more character')}: --details shows all)`
}

function aboutAgent({ header }: EvaluationRun, cut: (text: string) => string): TitledText[] {
  const { model, instructionsText } = header.target
  return [
    ...(model === undefined ? [] : [{ title: 'Model', text: model }]),
    ...(instructionsText === undefined ? [] : [{ title: 'System prompt', text: cut(instructionsText) }]),
  ]
}

const answerTitle = ({ header }: EvaluationRun, { itemId, repeat }: ItemRecord) =>
  header.repeats > 1 ? `${itemId}, repeat ${repeat}` : itemId

function terminalPart({ title, text }: TitledText, { width, paint }: Screen): string {
  const lines = text.split('\n').map((line) => indented(terminalText(line), width))
  return [indented(paint('bold', terminalText(title)), width), ...lines].join('\n')
}

/** @param cut What to show of the judge's prompts and replies; absent for nothing. */
function answerParts(run: EvaluationRun, item: ItemRecord, cut?: (text: string) => string): TitledText[] {
  return [
    ...(item.conversation?.turns.flatMap(({ user, answer }, index) => [
      { title: `User, turn ${index + 1}`, text: user },
      { title: `Agent, turn ${index + 1}`, text: answer },
    ]) ?? [
      { title: 'Question', text: formatQuestion(item) },
      { title: 'Answer', text: item.answer ?? `There is no answer: ${item.failure?.message ?? 'none came'}` },
    ]),
    ...(item.groundTruth === undefined
      ? []
      : [{ title: 'Ground truth', text: formatValue(item.groundTruth) }]),
    ...itemContext(item).map((text) => ({ title: 'Context of the item', text })),
    ...(item.expectations ?? []).map(({ what, met, found }) => ({
      title: met ? '✓ Expectation met' : '✗ Expectation not met',
      text: met ? what : `${what}; found: ${found}`,
    })),
    ...callsOf(item).map(toolCallPart),
    ...run.header.scorers.flatMap((scorer) => {
      const { [scorer.id]: record } = item.scores
      return record === undefined ? [] : scoreParts(record, scorer, cut)
    }),
  ]
}

const callsOf = (item: ItemRecord) => timedToolCalls(item, item.exchange?.output ?? [])

function toolCallPart(call: TimedToolCall): TitledText {
  const { toolName, args, outcome, result } = call
  const took = tookText(call)
  return {
    title: `Tool call: ${toolName}${took === undefined ? '' : ` (${took})`}`,
    text: `${args === undefined ? '' : asText(args)} → ${result === undefined ? outcome : asText(result)}`,
  }
}

/** Returns the context from the dataset, if no score has the context that its scorer read. */
const itemContext = ({ context = [], scores }: ItemRecord) =>
  Object.values(scores).some((score) => [score, ...(score.turns ?? [])].some(hasContext)) ? [] : context

const hasContext = (score: ScoreRecord) => score.context !== undefined

function scoreParts(
  record: ScoreRecord,
  scorer: ScorerRecord,
  cut?: (text: string) => string,
  turn = '',
): TitledText[] {
  const found = record.outcome === 'scored' ? formatScore(record.score, scorer.scale) : record.outcome
  const words = record.outcome === 'failed' ? record.failure.message : (record.reason ?? 'No reason.')
  return [
    { title: `${scorer.name}${turn}: ${found}`, text: words },
    ...(allVerdicts(record) ?? []).map(verdictPart),
    ...(record.context ?? []).map((text, index) => contextPart(text, `c${index + 1}`, record.verdicts)),
    // A conversation's evidence is that of its turns.
    ...(cut === undefined || record.turns !== undefined
      ? []
      : (record.evidence ?? []).flatMap(({ task, prompts, replies = [] }) =>
          prompts.flatMap((text, index) => [
            { title: `Prompt of ${task}`, text: cut(text) },
            ...(replies[index] ? [{ title: 'Reply of the judge', text: cut(replies[index]) }] : []),
          ]),
        )),
    ...(record.turns ?? []).flatMap((one, index) => scoreParts(one, scorer, cut, `, turn ${index + 1}`)),
  ]
}

function verdictPart(record: VerdictRecord, index: number): TitledText {
  const { name, details } = sayVerdict(record)
  const { unit, reason } = record
  return {
    title: `Verdict ${index + 1}: ${[name, ...details].join(', ')}`,
    text: reason === undefined ? unit : `${unit}\n${reason}`,
  }
}

function contextPart(text: string, id: string, verdicts: readonly VerdictRecord[] = []): TitledText {
  const resting = verdicts.flatMap(({ restsOn }, index) => (restsOn === id ? index + 1 : []))
  const decides = resting.length === 0 ? '' : ` (decides verdict ${resting.join(', ')})`
  return { title: `Context ${id}${decides}`, text }
}
