import { z } from 'zod/v4'
import type { JsonObject } from '../judge/contract.ts'
import type { JudgeCall } from '../judge/decide.ts'
import { allOrNone } from '../shared/abort.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { inSlices } from '../shared/slices.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { sliceStatements } from '../text/statements/statements.ts'
import { getCombinedSystemPrompt, readConversation } from '../transcript/index.ts'
import { explainAlignment } from './alignment/explain-alignment.ts'
import { judgeAlignment, type PromptSide, weighScores } from './alignment/judge-alignment.ts'
import { alignmentTask, requirementTask } from './alignment/prompt-alignment-questions.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { type AnyRun, readDialogue, requireAnswer, whyNoQuestion } from './material/answer.ts'
import { whySeveralQuestions } from './material/later-turns.ts'
import { extractFromPieces } from './units/extract-from-pieces.ts'
import { joinEvidence, type Unit, type WithEvidence } from './units/judge-units.ts'

/**
 * # Prompt alignment
 *
 * Does the response do what the prompt asked for? The judge compares it with the user's prompt, with the
 * system prompt, or with each of them separately: its *intent*; each of its further *requirements*, which a
 * prompt of one sentence does not have; *completeness*; *appropriateness*, which is the mean of format and
 * tone.
 *
 *     user   = 0.4 · intent + 0.3 · requirements + 0.2 · completeness + 0.1 · appropriateness
 *     system = 0.35 · intent + 0.35 · requirements + 0.15 · completeness + 0.15 · appropriateness
 *     score  = scale · (0.7 · user + 0.3 · system), or scale · user, or scale · system
 *
 * The credit of each is the share of careful readers who would say yes: 0.9 and above counts as 1, 0.1 and
 * below as 0. If the judge gives no share, *yes* counts 1, *partly* 0.5 and *no* 0. Parts that do not apply
 * leave their weight to the others: requirements, and format and tone of a response that does something else.
 * The weights are those of `@mastra/evals`, which for 'both' judges once and uses the user's weights twice.
 */
export interface PromptAlignmentOptions extends JudgedOptions {
  /**
   * The prompt to judge the response on. Default 'both': 0.7 of the score for the user's and 0.3 for the system prompt;
   * if a run has only one of them, that one alone.
   */
  evaluationMode?: PromptSide | 'both'
  /** Shows the judge the messages before the user's prompt: the last 10, or `maxMessages`. Default false. */
  includeConversationHistory?: boolean | { maxMessages?: number }
  /** How to split a prompt into requirements. Default 'split'; 'extracted' takes one more call per prompt. */
  requirements?: 'extracted' | 'split'
}

const optionsSchema = z.strictObject({
  ...judgedOptions,
  evaluationMode: z.enum(['user', 'system', 'both']).default('both'),
  includeConversationHistory: z
    .union([z.boolean(), z.strictObject({ maxMessages: z.int().nonnegative().default(10) })])
    .default(false)
    .transform((value) => (typeof value === 'boolean' ? { maxMessages: value ? 10 : 0 } : value)),
  requirements: z.enum(['extracted', 'split']).default('split'),
})

function whyNoPrompt(
  run: AnyRun,
  mode: PromptSide | 'both',
  user: string | undefined,
  system: string | undefined,
): string | undefined {
  if (mode === 'system') return system === undefined ? 'there is no system prompt' : undefined
  const isUnpaired = user === undefined && whySeveralQuestions(run) !== undefined
  const isMissing = user === undefined && (mode === 'user' || system === undefined)
  return isUnpaired || isMissing ? whyNoQuestion(run) : undefined
}

function promptAlignmentLLM(config: JudgedScorerConfig<PromptAlignmentOptions>) {
  return judgedScorer(config, {
    factory: 'createPromptAlignmentScorerLLM',
    id: 'prompt-alignment',
    name: 'Prompt Alignment',
    description: 'How well the response does what the user and the system prompt ask for',
    options: optionsSchema,
    task: alignmentTask,

    async read(run, { settings, ...asking }) {
      const { evaluationMode, requirements: source } = settings
      const { maxMessages } = settings.includeConversationHistory
      const user = readDialogue(run).question
      const system = getCombinedSystemPrompt(run.input) || undefined
      const missing = whyNoPrompt(run, evaluationMode, user, system)
      if (missing !== undefined) return notScorable(missing)
      const response = requireAnswer(run.output)
      if (isNotScorable(response)) return response
      const conversation = readConversation(run.input)
        .slice(maxMessages === 0 ? Number.POSITIVE_INFINITY : -maxMessages)
        .map(({ role, text }) => ({ role, text }))
      const given = { user, system, conversation, response }
      if (response.trim() === '') return { ...given, prompts: [] }
      const sides = evaluationMode === 'both' ? (['user', 'system'] as const) : [evaluationMode]
      const prompts = await readPrompts(sides, given, { ...asking, source })
      return {
        ...given,
        prompts: prompts.map(({ judge: _, ...prompt }) => prompt),
        ...joinEvidence(...prompts),
      }
    },

    judge({ user, conversation, response, prompts }, { settings, ...asking }) {
      const { weighting, batchSize } = settings
      const history: JsonObject = conversation.length > 0 ? { conversation } : {}
      const material = { user: history, system: { ...history, ...withoutUndefined({ userMessage: user }) } }
      return judgeAlignment({ ...asking, weighting, batchSize, prompts, response, material })
    },

    score({ user, system }) {
      if (user === undefined && system === undefined) return 0
      // In tenths, so that two full scores sum to exactly 1.
      return weighScores([
        { score: user?.score, weight: 7 },
        { score: system?.score, weight: 3 },
      ])
    },
    explain: ({ result, material: { user } }) => ({
      ...explainAlignment(result),
      material: { question: user },
    }),
  })
}

export interface PromptAlignmentScorerLLM extends ReturnType<typeof promptAlignmentLLM> {}

/**
 * Scores how well a response does what its prompts want.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without the prompt that it is judged on, or if the judge
 * abstains; *failed*, with a `JudgeError` as its cause. An empty response scores 0 without a call.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createPromptAlignmentScorerLLM(
  config: JudgedScorerConfig<PromptAlignmentOptions>,
): PromptAlignmentScorerLLM {
  return promptAlignmentLLM(config)
}

/** Returns the prompts that a run has, each with its requirements. */
const readPrompts = (
  sides: readonly PromptSide[],
  given: { readonly [Side in PromptSide]: string | undefined },
  asking: Omit<Parameters<typeof findRequirements>[0], 'prompt'>,
) =>
  allOrNone(
    asking.signal,
    sides.flatMap((side) => {
      const prompt = given[side]
      if (prompt === undefined) return []
      const read = async (signal: AbortSignal) => {
        return { side, prompt, ...(await findRequirements({ ...asking, signal, prompt })) }
      }
      return [read]
    }),
  )

/**
 * Returns the requirements of a prompt besides its intent, in order: its sentences as written, including Markdown,
 * which may be what the prompt asks for, or those that the judge finds in each sentence. A prompt of one sentence has
 * none: its intent is all of it.
 *
 * @throws JudgeError from the judge.
 */
async function findRequirements({
  prompt,
  source,
  ...call
}: JudgeCall & { readonly prompt: string; readonly source: 'extracted' | 'split' }): Promise<
  WithEvidence & { readonly requirements: readonly Unit[] }
> {
  const sentences = await inSlices(sliceStatements(prompt))
  const pieces = sentences.map(({ start, end }) => ({ text: prompt.slice(start, end), start, end }))
  if (pieces.length < 2) return { requirements: [] }
  if (source === 'split') return { requirements: pieces }
  const unable = "it cannot extract requirements: use requirements: 'split'"
  const asked = { ...call, task: requirementTask, pieces, state: {}, known: prompt, least: 0, unable }
  const { texts, ...evidence } = await extractFromPieces(asked)
  return { requirements: texts, ...evidence }
}
