interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** As many as the answers of the bench have statements. */
const itemsInList = 5
const words = 'It says something about what the person asked for, or it does not.'

/** Verdicts that few readers share a "yes" with. */
const fewSayYes = new Set<unknown>(['none', 'no', 'agrees', 'extra', 'missing'])

export function propertiesOf(schema: object): Readonly<Record<string, Schema>> {
  return (schema as Schema).properties ?? {}
}

function valueFor(name: string, { type, enum: options, anyOf, properties, items }: Schema): unknown {
  if (options) return options[0]
  if (anyOf?.[0]) return valueFor(name, anyOf[0])
  if (properties) {
    const value = Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, valueFor(key, schema)]),
    )
    return 'share' in value ? { ...value, share: fewSayYes.has(value.verdict) ? 4 : 92 } : value
  }
  if (items) return Array.from({ length: itemsInList }, () => valueFor(name, items))
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return true
  return name === 'verdict' ? 'yes' : words
}

/** A reply of the form that was asked for, where only calls, prompts and CPU are compared; prose without a form. */
export function replyFromSchema(schema: object | undefined): string {
  return schema === undefined ? words : JSON.stringify(valueFor('', schema as Schema))
}

/** The schema that Mastra writes into the prompt for a model that it does not know to take one. */
export function schemaIn(prompt: string): object | undefined {
  const json = /^\{"\$schema":.*\}$/m.exec(prompt)?.[0]
  return json === undefined ? undefined : (JSON.parse(json) as object)
}
