import { z } from 'zod/v4'
import { asRecord } from '../../transcript/as-record.ts'
import type { ToolResult } from '../../transcript/tools.ts'
import { entriesOf, passageText } from './entries-of-result.ts'
import { asText, jsonText } from './json-text.ts'
import { omitBinary } from './omit-binary.ts'

/** 'weather({"city":"Paris"})', which distinguishes two results of one tool. */
function formatCall({ toolName, args }: ToolResult): string {
  const given = jsonText(args)
  return `${toolName}(${given === '{}' ? '' : given})`
}

/** Names of arguments that say what was searched for, and how much of it: they tell nothing of what was found. */
const searched =
  /^(?:q|query|queries|question|queryText|search|searchTerm|searchQuery|term|keywords?|text|prompt|input|sql|topK|k|limit|maxResults|count|offset|page|pageSize|cursor|filter|filters|where|sort|orderBy)$/i
const longestArgument = 80

/** Returns what each entry of a list belongs to: 'getForecast({"city":"Paris"}): ', empty if it was a mere search. */
function headingOfEntries({ toolName, args }: ToolResult): string {
  const kept = Object.entries(asRecord(args)).filter(
    ([name, value]) => !searched.test(name) && value !== null && jsonText(value).length <= longestArgument,
  )
  return kept.length === 0 ? '' : `${toolName}(${jsonText(Object.fromEntries(kept))}): `
}

/** What a search returned. */
export interface Finding {
  /** Without blank ones. */
  readonly pieces: readonly string[]
  /** Whether the search found nothing: its piece, if there is one, only says so. */
  readonly foundNothing: boolean
}

const isNotBlank = (text: string) => text.trim() !== ''

export function toFinding(texts: readonly string[]): Finding {
  const pieces = texts.filter(isNotBlank)
  return { pieces, foundNothing: pieces.length === 0 }
}

/**
 * Returns the pieces of a tool result: each entry of a list of records or texts, preceded by the arguments of its call
 * that are no query, or else the whole, preceded by its call. Nothing is left out but blank entries, binary data, the `isError: false` of MCP, and the sources of `@mastra/rag`, which
 * repeat its passages.
 *
 * A result without entries is one piece, too: that a search found nothing supports an answer that says so. It goes
 * without arguments, because a judge of words would find an invented answer in the query.
 */
function piecesOfResult(call: ToolResult): Finding {
  const { toolName } = call
  const result = omitBinary(call.result)
  const text = passageText(result)
  const heading = headingOfEntries(call)
  const entries = entriesOf(result)?.filter(isNotBlank)
  const finding = toFinding(
    entries?.map((entry) => `${heading}${entry}`) ??
      (isNotBlank(text) ? [`${formatCall(call)}: ${text}`] : []),
  )
  return finding.foundNothing
    ? { ...finding, pieces: [`${toolName}: ${isNotBlank(text) ? asText(result) : jsonText(result)}`] }
    : finding
}

/** What a sub-agent answered, and what its own tools returned. */
const ofSubAgent = z.looseObject({
  text: z.string(),
  subAgentToolResults: z.array(
    z.looseObject({
      toolName: z.string(),
      args: z.unknown().optional(),
      result: z.unknown().optional(),
      isError: z.boolean().optional(),
    }),
  ),
})

/** Returns the findings of a tool result: one, or those of a sub-agent and of its tools. */
export function findingsOfResult(call: ToolResult): Finding[] {
  const { data } = ofSubAgent.safeParse(call.result)
  if (data === undefined) return [piecesOfResult(call)]
  const own = data.subAgentToolResults.filter(({ isError }) => isError !== true)
  return [
    piecesOfResult({ ...call, result: data.text }),
    ...own.flatMap(({ toolName, args, result }) => findingsOfResult({ ...call, toolName, args, result })),
  ]
}
