import type { Agent } from '@mastra/core/agent'
import type { Target } from './target.ts'

/** Values by name, or strings and numbers that are their own names. */
export type Axis<Value> =
  | readonly (Value & string)[]
  | readonly (Value & number)[]
  | Readonly<Record<string, Value>>

type Cell<Axes> = { readonly [Name in keyof Axes]: Axes[Name] extends Axis<infer Value> ? Value : never }

/**
 * Makes a target for each combination of values, for `targets` of a configuration and of `evaluateVariants`.
 *
 * @param axes Two models and three prompts make six targets. The name of a value is its key, or the value itself in a
 * list of strings or numbers.
 * @param make Makes the target of a combination.
 * @returns Targets by 'name + name', with the last axis changing first.
 * @throws TypeError for no axis, an axis without values, a repeated value, and combinations that share a name.
 */
export function grid<const Axes extends Readonly<Record<string, Axis<unknown>>>, Made extends Target>(
  axes: Axes,
  make: (cell: Cell<Axes>) => Made,
): Record<string, Made> {
  const named = Object.entries(axes).map(([axis, values]) => ({ axis, values: toEntries(axis, values) }))
  if (named.length === 0) throw new TypeError('grid: name one axis or more, such as model')
  let cells: { name: string; cell: Record<string, unknown> }[] = [{ name: '', cell: {} }]
  for (const { axis, values } of named) {
    cells = cells.flatMap(({ name, cell }) =>
      values.map(([value, of]) => ({
        name: name === '' ? value : `${name} + ${value}`,
        cell: { ...cell, [axis]: of },
      })),
    )
  }
  const names = cells.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TypeError(`grid: two combinations are called "${twice}"`)
  return Object.fromEntries(cells.map(({ name, cell }) => [name, make(cell as Cell<Axes>)]))
}

function toEntries(axis: string, values: Axis<unknown>): [string, unknown][] {
  const entries: [string, unknown][] = Array.isArray(values)
    ? values.map((value) => [String(value), value])
    : Object.entries(values)
  if (entries.length === 0) throw new TypeError(`grid: ${axis} has no values`)
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new TypeError(`grid: ${axis} has a value twice`)
  return entries
}

/**
 * Combines an agent with other models and instructions, in every combination; its tools, memory and all else stay. The
 * agent itself does not change.
 *
 * @returns Agents by 'model + instructions'.
 * @throws TypeError as {@link grid} does, and if this version of Mastra cannot copy an agent.
 */
export function agentGrid(
  agent: Agent,
  {
    models,
    instructions,
  }: {
    /** Model names such as 'openai/gpt-5-mini', or models by names of your own. */
    models?: Axis<Parameters<Agent['__updateModel']>[0]['model']>
    /** By name. */
    instructions?: Readonly<Record<string, Parameters<Agent['__updateInstructions']>[0]>>
  },
): Record<string, Agent> {
  const axes = { ...(models && { model: models }), ...(instructions && { prompt: instructions }) }
  return grid(axes, ({ model, prompt }) => {
    // Mastra's own editor tries versions of an agent this way; `generate` takes no model.
    if (typeof agent.__fork !== 'function')
      throw new TypeError('agentGrid: this version of Mastra cannot copy an agent: make each agent in grid()')
    const variant = agent.__fork()
    if (model !== undefined)
      variant.__updateModel({ model: model as Parameters<Agent['__updateModel']>[0]['model'] })
    if (prompt !== undefined)
      variant.__updateInstructions(prompt as Parameters<Agent['__updateInstructions']>[0])
    return variant
  })
}
