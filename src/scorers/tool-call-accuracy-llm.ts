import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, JsonObject, Task } from '../judge/contract.ts'
import { splitIntoBatches } from '../judge/decide-in-batches.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { extractToolCalls, readAnswer } from '../transcript/index.ts'
import { type JudgingContext, judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { type Dialogue, dateOfRun, requireQuestion, whyCallsAreUnknown } from './material/answer.ts'
import { askForTools, isSameTool, readTools, type ToolList } from './material/available-tools.ts'
import { describeCall, type ListedToolCall, listToolCalls, shortJson } from './material/tool-calls.ts'
import { countFound, isOrIsNot } from './reason/count-found.ts'
import { listCostly, toCostly, toPlainVerdicts } from './reason/explain.ts'
import { decideAll } from './units/decide-all.ts'
import { toUnitVerdict, type UnitVerdict } from './units/judge-units.ts'
import { inBothReadings } from './units/readings.ts'
import { computeCredit } from './units/share-to-credit.ts'
import { isShareRequired } from './units/weighting.ts'

/**
 * # Tool call accuracy
 *
 * Were the agent's tool calls the right moves? The judge says for each call: *yes*, appropriate for the
 * request; *no*. It also says for each available tool that was not called: *yes*, it should have been called;
 * *no*.
 *
 *     score = scale · appropriate / (calls + missing)
 *
 * Without calls the score is `scale` if none was needed, else 0. The measure of `@mastra/evals` ignores
 * missing tools as soon as there is one call.
 */
export interface ToolCallAccuracyConfig extends JudgedScorerConfig<JudgedOptions> {
  /** The tools that the agent had: a list, tools by name, or a function of the run. At least one. */
  availableTools: ToolList | Parameters<typeof askForTools>[0]
}

export const toolCallTask: Task = {
  name: 'tool-call-accuracy',
  version: 2,
  instructions: `You judge how an assistant used its tools for a request. The material has the request, the tools, the calls by id in order, the tools not called by id, the answer, and sometimes the date and the earlier conversation. To ask the user back in the answer is right where the request leaves out what a call needs; an empty answer asks nothing.`,
}

export const callQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Was this call appropriate for the request?`,
  criteria: {
    yes: 'the request needs it, or it clearly serves the request, and its arguments fit what was asked. A call that failed, or has no result, counts as made; to try again after a failure is appropriate.',
    no: 'the request does not need it; another available tool was plainly made for this; its arguments do not fit what was asked or the parameters, were made up, or leave out a required one or something that the user gave and the tool takes; it repeats a call that had already given its result; or the user should have been asked first.',
  },
  share: 'of 100 careful people who know the tools, how many call it appropriate',
  line: { yes: 1, no: 0 },
}

export const uncalledQuestion: ChoiceQuestion<'yes' | 'no'> = {
  type: 'choice',
  instructions: `Should this tool, which was not called, have been called?`,
  criteria: {
    yes: 'part of the request could only be done, or only be known, by calling it, and no other call did that',
    no: 'the request does not need it, another call did its work, or what a call would need had to be asked of the user first',
  },
  share: 'of 100 careful people who know the tools, how many would have called it',
  line: { yes: 1, no: 0 },
}

const optionsSchema = z.strictObject(judgedOptions)

const words = { yes: 'appropriate', no: 'not appropriate' }

function countVerdicts(calls: readonly UnitVerdict[], missing: readonly string[]): string {
  const lacking =
    missing.length === 0
      ? 'no other tool should have been called'
      : `${missing.length} more should have been called: ${missing.join(', ')}`
  if (calls.length === 0) return `no tool was called, and ${lacking}`
  const found = countFound(calls, 'tool call', isOrIsNot('appropriate', ['was', 'were']))
  return `${found}; ${lacking}`
}

const readMaterial = (
  output: unknown,
  asked: Dialogue & { readonly question: string },
  tools: ReturnType<typeof readTools>,
  calls: readonly ListedToolCall[],
) => ({
  ...asked,
  /** The day of the run, if its messages say it. */
  ...withoutUndefined({ date: dateOfRun(output) }),
  answer: readAnswer(output),
  /** The tools that the agent could have called. */
  tools,
  calls,
  /** The names of the calls, in order, as in `@mastra/evals`. */
  actualTools: calls.map(({ toolName }) => toolName),
  /** The ids of the calls and their places in the output, in the same order. */
  toolCallInfos: extractToolCalls(output).toolCallInfos,
  hasToolCalls: calls.length > 0,
})

async function judgeCalls(
  { question, conversation, date, answer, tools, calls }: ReturnType<typeof readMaterial>,
  { settings: { weighting, batchSize }, ...asking }: JudgingContext<z.output<typeof optionsSchema>>,
) {
  const made = calls.map((call, index) => ({ id: `t${index + 1}`, call }))
  const uncalled = tools
    .filter((tool) => !calls.some((call) => isSameTool(call.toolName, tool.name)))
    .map((tool, index) => ({ id: `u${index + 1}`, ...tool }))
  const questions: readonly [string, ChoiceQuestion][] = [
    ...made.map(({ id }): [string, ChoiceQuestion] => [id, callQuestion]),
    ...uncalled.map(({ id }): [string, ChoiceQuestion] => [id, uncalledQuestion]),
  ]
  const state: JsonObject = {
    request: question,
    ...withoutUndefined({ date, conversation }),
    tools: tools.map((tool) => ({ ...tool })),
    calls: Object.fromEntries(made.map(({ id, call }) => [id, describeCall(call)])),
    notCalled: Object.fromEntries(uncalled.map((tool) => [tool.id, tool.name])),
    answer,
  }
  const { answers, evidence } = await decideAll({
    ...asking,
    requests: splitIntoBatches(questions, batchSize, () => '').map((batch) => ({
      task: toolCallTask,
      state,
      questions: Object.fromEntries(batch),
      shareRequired: isShareRequired(weighting),
    })),
  })
  const answerTo = (id: string) => answers.of(id) as ChoiceAnswer<'yes' | 'no'>
  const notCalled = uncalled.map(({ id, name }) =>
    toUnitVerdict({ text: name }, answerTo(id), answerTo(id).choice === 'yes' ? 0 : 1),
  )
  return inBothReadings(weighting, asking.judge, answers.all, (weighting) => ({
    verdicts: made.map(({ id, call }) => {
      const text = `${call.toolName}(${shortJson(call.args)})`
      const credit = computeCredit(answerTo(id), { yes: 1, no: 0 }, weighting)
      return { ...toUnitVerdict({ text }, answerTo(id), credit), call }
    }),
    notCalled,
    missingTools: notCalled.filter(({ verdict }) => verdict === 'yes').map(({ unit }) => unit.text),
    weighting,
    judge: evidence,
  }))
}

function toolCallAccuracyLLM(config: ToolCallAccuracyConfig) {
  const factory = 'createToolCallAccuracyScorerLLM'
  const available = config?.availableTools
  const fixed = typeof available === 'function' ? [] : readTools(`${factory}: availableTools`, available)
  return judgedScorer(config, {
    factory,
    id: 'tool-call-accuracy-llm',
    name: 'Tool Call Accuracy',
    description: 'Whether the tool calls were appropriate and none is missing',
    options: optionsSchema,
    config: { availableTools: z.unknown() },
    task: toolCallTask,

    async read(run) {
      const asked = requireQuestion(run)
      if (isNotScorable(asked)) return asked
      const unknown = whyCallsAreUnknown(run.output)
      if (unknown !== undefined) return notScorable(unknown)
      const tools = typeof available === 'function' ? await askForTools(available, run) : fixed
      const calls = listToolCalls(run.output)
      if (calls.length + tools.length === 0) return notScorable('there are no tools and no calls')
      return readMaterial(run.output, asked, tools, calls)
    },

    judge: judgeCalls,

    score({ verdicts, missingTools }) {
      if (verdicts.length === 0) return missingTools.length === 0 ? 1 : 0
      const appropriate = verdicts.reduce((sum, { credit }) => sum + credit, 0)
      return Math.min(1, appropriate / (verdicts.length + missingTools.length))
    },

    explain({ result: { verdicts, notCalled, missingTools }, material: { question } }) {
      const missing = notCalled.filter(({ verdict }) => verdict === 'yes')
      return {
        count: countVerdicts(verdicts, missingTools),
        costly: [
          ...listCostly(verdicts, { words }),
          ...missing.map((item) => ({ ...toCostly(item, 'not called'), credit: 0 })),
        ],
        material: { question, calls: toPlainVerdicts(verdicts), notCalled: toPlainVerdicts(notCalled) },
        verdicts: {},
      }
    },
  })
}

export interface ToolCallAccuracyScorerLLM extends ReturnType<typeof toolCallAccuracyLLM> {}

/**
 * Scores whether an agent called the tools that a request needs, and no others.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, without calls and tools, or if the
 * judge abstains; *failed*, with a `JudgeError` as its cause.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createToolCallAccuracyScorerLLM(config: ToolCallAccuracyConfig): ToolCallAccuracyScorerLLM {
  return toolCallAccuracyLLM(config)
}
