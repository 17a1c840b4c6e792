import type { ItemToolMock } from '@mastra/core/datasets'
import { hashOf, toJson } from '../../run/json.ts'
import { type RedactionOptions, Redactor } from '../../text/redact/redact.ts'
import { type Case, sourceKey } from './case.ts'

/**
 * A case without what must not be kept. Its id is a hash, and all else is looked at, names of fields as well.
 *
 * @returns What is left, and what was taken out: kind to number of places.
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
  // Replacements begin anew in each case: two people's groups would become one.
  const kept = named.group === (group ?? null) ? group : `group-${hashOf(group).slice(0, 16)}`
  return {
    item: {
      ...{ id, ...redacted, ...(group === undefined ? {} : { group: kept }) },
      ...(toolMocks === undefined ? {} : { toolMocks }),
      metadata: {
        ...redacted.metadata,
        [sourceKey]: named.source,
      },
    } as Case['item'],
    counts: redactor.counts,
  }
}

/** Who called with other words for what was taken out, as a search has them, will do so for its replacement. */
function forAnyArguments(mock: ItemToolMock, reworded: ReadonlySet<string>): ItemToolMock {
  const said = JSON.stringify(mock.args)
  return [...reworded].some((text) => said.includes(JSON.stringify(text)))
    ? { ...mock, matchArgs: 'ignore' }
    : mock
}
