import type { ItemToolMock } from '@mastra/core/datasets'
import { hashJson, toJson } from '../../run/to-json.ts'
import { type RedactionOptions, Redactor } from '../../text/redact/redact.ts'
import { type Case, sourceKey } from './case.ts'

/**
 * Redacts a case. Everything is checked, field names included, except its id, which is a hash.
 *
 * @returns The redacted case, and the number of redacted places by kind.
 */
export function redactCase({ id, group, metadata, ...item }: Case['item'], options: RedactionOptions) {
  const redactor = new Redactor(options)
  const { [sourceKey]: source, ...rest } = metadata as Record<string, Record<string, unknown>>
  const redacted = redactor.redact(toJson({ ...item, metadata: rest })) as Omit<Case['item'], 'id'>
  const toolMocks = redacted.toolMocks?.map((mock) => forAnyArguments(mock, redactor.reworded))
  const named = redactor.redact(toJson({ source: source ?? {}, group: group ?? null })) as {
    source: Record<string, unknown>
    group: unknown
  }
  // Placeholders start over in each case, so the groups of two people would get the same name.
  const kept = named.group === (group ?? null) ? group : `group-${hashJson(group).slice(0, 16)}`
  return {
    item: {
      id,
      ...redacted,
      ...(group === undefined ? {} : { group: kept }),
      ...(toolMocks === undefined ? {} : { toolMocks }),
      metadata: { ...redacted.metadata, [sourceKey]: named.source },
    } as Case['item'],
    counts: redactor.counts,
  }
}

/** Ignores arguments with text redacted in another spelling: the agent will respell the placeholder. */
function forAnyArguments(mock: ItemToolMock, reworded: ReadonlySet<string>): ItemToolMock {
  const said = JSON.stringify(mock.args)
  return [...reworded].some((text) => said.includes(JSON.stringify(text)))
    ? { ...mock, matchArgs: 'ignore' }
    : mock
}
