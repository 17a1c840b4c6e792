import type { ItemToolMock, UnmockedToolPolicy } from '@mastra/core/datasets'
import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'
import { asName } from '../../text/as-read.ts'
import { type Expect, expectSchema } from '../expectations/expect.ts'
import { scenarioSchema } from './check-scenario.ts'
import { materialSchema, materialStructured, type RowMaterial } from './row-material.ts'
import type { ScenarioFields } from './scenario-fields.ts'

/** A mock as users write it: with matchArgs 'ignore', `args` may be absent. */
export interface GivenToolMock extends Omit<ItemToolMock, 'args'> {
  args?: ItemToolMock['args']
}

/** The fields of an item for an agent's tools, as in Mastra's datasets. */
export interface ItemMocks<Mock = ItemToolMock> {
  /** The results of tools, returned instead of calling them, each mock once and in order; for agents. */
  toolMocks?: readonly Mock[]
  /** Whether tools without a mock are called ('allow') or fail the item ('deny'). Default: the evaluation's. */
  unmockedToolPolicy?: UnmockedToolPolicy
}

const toolName = 'the name of a tool, as the model calls it'
const args =
  "an object, the arguments that the tool is called with; or matchArgs: 'ignore', for any arguments"
const output = 'given: what the tool returns, or null'

const toolMock = z
  .strictObject(
    {
      toolName: z.string(toolName).min(1, toolName),
      args: z.record(z.string(), z.unknown(), args).optional(),
      output: z.unknown().refine((value) => value !== undefined, output),
      matchArgs: z.enum(['strict', 'ignore'], "'strict' (the default) or 'ignore'").optional(),
    },
    'an object with only toolName, args, output and, optionally, matchArgs',
  )
  .refine((mock) => mock.args !== undefined || mock.matchArgs === 'ignore', { path: ['args'], error: args })
  .transform((mock): ItemToolMock => ({ ...mock, args: mock.args ?? {} }))

const mocksSchema = {
  toolMocks: z
    .array(toolMock, 'a list of mocks such as { "toolName": "search", "args": {}, "output": "…" }')
    .readonly()
    .optional(),
  unmockedToolPolicy: z.enum(['allow', 'deny'], "'allow' or 'deny'").optional(),
}

/** An item to be answered and scored, as users write it. Fields shared with `runEvals` mean the same. */
export interface EvaluationItem extends RowMaterial, ItemMocks<GivenToolMock>, ScenarioFields {
  /** The item's name in records and comparisons. Default: a hash of its content. */
  id?: string | number
  /** The question, in the form that the agent, workflow or function takes. */
  input?: unknown
  /** Several inputs to an agent, one after the other in one thread, in place of `input`. */
  inputs?: readonly unknown[]
  /** The right answer, for scorers that compare with one. */
  groundTruth?: unknown
  /** For trajectory scorers. */
  expectedTrajectory?: unknown
  /**
   * The expectations of this answer: ids of scorers with `{ min, max }`, and checks of `@mastra/evals/checks` by name.
   * The target does not see them, and two runs may differ in them and still be compared.
   */
  expect?: Expect
  /** A `RequestContext`, or its entries. */
  requestContext?: object
  /** Further options of a workflow's `start`. */
  startOptions?: object
  /**
   * Items of one group (a document, a user) are not independent: errors are clustered by it. Default: items with the
   * same question are a group, unless all have it.
   */
  group?: string | number
  /** Kept in the record; no scorer sees it. */
  metadata?: object
  /** The recorded answer, for the target 'recorded': a text, or messages. */
  output?: unknown
}

export interface DatasetItem extends Omit<EvaluationItem, 'messages' | 'toolCalls' | 'toolMocks'>, ItemMocks {
  readonly id: string
  readonly context?: readonly string[]
  readonly group?: string
}

/** A checked item that may lack an id of its own. */
export type ParsedItem = Omit<DatasetItem, 'id' | 'group'> & Pick<EvaluationItem, 'id' | 'group'>

const aName = 'a text of one character or more, or a number'

export const nameSchema = z
  .union([z.string().overwrite(asName).min(1, aName), z.number()], aName)
  .refine(
    (name) => !Number.isInteger(name) || Number.isSafeInteger(name),
    'in quotes, since it has more digits than a number keeps',
  )
const object = z.custom<object>(isObject, 'an object')
const list = z.array(z.unknown(), 'a list').min(1, 'a list of one entry or more').readonly()

export const itemSchema = z.strictObject({
  id: nameSchema.optional(),
  input: z.unknown().optional(),
  inputs: list.optional(),
  groundTruth: z.unknown().optional(),
  expectedTrajectory: z.union([object, z.array(z.unknown())], 'an object or a list of steps').optional(),
  expect: expectSchema.optional(),
  requestContext: object.optional(),
  startOptions: object.optional(),
  group: nameSchema.optional(),
  metadata: object.optional(),
  output: z.unknown().optional(),
  ...materialSchema,
  ...mocksSchema,
  ...scenarioSchema,
})

export const itemFields = Object.keys(itemSchema.shape) as readonly (keyof EvaluationItem)[]

/** Fields that must be objects or lists: in a CSV file they are read as JSON. */
export const structuredFields: readonly string[] = [
  'inputs',
  'expectedTrajectory',
  'expect',
  'requestContext',
  'startOptions',
  'metadata',
  'toolMocks',
  'user',
  'turns',
  ...materialStructured,
]
