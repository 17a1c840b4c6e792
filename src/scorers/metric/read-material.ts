import type { NotScorable } from '@mastra/core/evals'
import type { JsonObject } from '../../judge/contract.ts'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { extractAgentResponseMessages } from '../../transcript/index.ts'
import { listStatements, type StatementSource } from '../claims/statements.ts'
import type { JudgingContext } from '../common/judged-scorer.ts'
import {
  type AnyRun,
  readDialogue,
  requireAnswer,
  whyCallsAreUnknown,
  whyNoQuestion,
} from '../material/answer.ts'
import { askForTexts } from '../material/ask-user.ts'
import {
  type ContextOptions,
  type ContextRun,
  contextById,
  findContext,
  whyNoContext,
} from '../material/context.ts'
import { readGroundTruth } from '../material/ground-truth.ts'
import { listToolCalls, shortJson } from '../material/tool-calls.ts'
import type { Unit, WithEvidence } from '../units/judge-units.ts'

/** Material that a metric can show in addition to its units. */
export type MaterialName = 'question' | 'conversation' | 'context' | 'groundTruth' | 'answer' | 'toolCalls'

/** The units to judge, one by one. */
export type MetricUnits =
  | 'statements'
  | 'claims'
  | 'answer'
  | 'turns'
  | 'toolCalls'
  | ((run: ContextRun) => readonly string[] | Promise<readonly string[]>)

const describeCalls = (output: unknown) =>
  listToolCalls(output).map(({ toolName, args, outcome, result }) => {
    const returned = result === undefined ? '' : `: ${shortJson(result)}`
    return `${toolName}(${args === undefined ? '' : shortJson(args)}) ${outcome}${returned}`
  })

/** Reads the material of each name, undefined if there is none, and says why it is missing. */
const readers: {
  readonly [Name in MaterialName]: {
    read(run: AnyRun, settings: ContextOptions): Promise<JsonObject[string] | undefined>
    missing(run: AnyRun, settings: ContextOptions): string
  }
} = {
  question: { read: async (run) => readDialogue(run).question, missing: whyNoQuestion },
  conversation: {
    read: async (run) => readDialogue(run).conversation,
    missing: () => 'there is no earlier conversation',
  },
  context: {
    async read(run, settings) {
      const pieces = await findContext(run, settings)
      return pieces.length === 0 ? undefined : contextById(pieces)
    },
    missing: whyNoContext,
  },
  groundTruth: { read: async (run) => readGroundTruth(run), missing: () => 'there is no ground truth' },
  answer: {
    async read({ output }) {
      const answer = requireAnswer(output)
      return isNotScorable(answer) || answer.trim() === '' ? undefined : answer
    },
    missing: () => 'the answer says nothing',
  },
  toolCalls: {
    async read({ output }) {
      return whyCallsAreUnknown(output) === undefined ? describeCalls(output) : undefined
    },
    missing: ({ output }) => whyCallsAreUnknown(output) ?? '',
  },
}

/** Reads the material of a metric from a run; not scorable if required material is missing. */
export async function readMaterial(
  run: AnyRun,
  names: readonly (MaterialName | `${MaterialName}?`)[],
  settings: ContextOptions,
): Promise<JsonObject | NotScorable> {
  const material: JsonObject = {}
  for (const wanted of names) {
    const name = wanted.replace('?', '') as MaterialName
    const value = await readers[name].read(run, settings)
    if (value !== undefined) material[name] = value
    else if (wanted === name) return notScorable(readers[name].missing(run, settings))
  }
  return material
}

const asUnits = (texts: readonly string[]) => ({
  units: texts.filter((text) => text.trim() !== '').map((text) => ({ text })),
})

/** Reads the units of a run, with evidence if a judge made them; not scorable if the output cannot be read. */
export async function readUnits(
  run: AnyRun,
  units: MetricUnits,
  { settings, ...asking }: JudgingContext<ContextOptions & { readonly statements?: StatementSource }>,
): Promise<(WithEvidence & { readonly units: readonly Unit[] }) | NotScorable> {
  if (typeof units === 'function') {
    return asUnits(await askForTexts('units', () => units(run as ContextRun)))
  }
  if (units === 'toolCalls') {
    const unknown = whyCallsAreUnknown(run.output)
    return unknown === undefined ? asUnits(describeCalls(run.output)) : notScorable(unknown)
  }
  if (units === 'turns') {
    const answer = requireAnswer(run.output)
    if (isNotScorable(answer)) return answer
    return asUnits(extractAgentResponseMessages(run.output))
  }
  const answer = requireAnswer(run.output)
  if (isNotScorable(answer)) return answer
  if (units === 'answer') return asUnits([answer.trim()])
  const source = settings.statements
  const { statements: labelled } = run
  const { statements, judge } = await listStatements({
    ...readDialogue(run),
    ...asking,
    answer,
    labelled,
    source,
  })
  return { units: statements, ...withoutUndefined({ judge }) }
}
