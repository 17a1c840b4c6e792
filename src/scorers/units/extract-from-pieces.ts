import type { JsonObject, Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { splitIntoBatches } from '../../judge/decide-in-batches.ts'
import { JudgeError } from '../../judge/errors.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { allOrNone } from '../../shared/abort.ts'
import { factsBeyond } from '../../text/facts.ts'
import type { Statement } from '../../text/statements/statements.ts'
import { requireLists } from './decide-all.ts'
import type { WithEvidence } from './judge-units.ts'

interface PiecesRequest extends JudgeCall {
  readonly task: Task
  /** The pieces of the text, in order. */
  readonly pieces: readonly Statement[]
  /** The material that the judge sees with them. */
  readonly state: JsonObject
  /** The only source of names and numbers in the extracted texts. */
  readonly known: string
  /** The minimum number of texts per piece. */
  readonly least: number
  /** The error for a judge that cannot list, with what its user may do. */
  readonly unable: string
}

/** The maximum number of texts per piece. */
const most = 6

/** Pieces per call, so that a reply fits into a model's output. */
const batchSize = 40

/**
 * Returns the texts that a judge finds in each piece, in order, each with the position of its piece. The judge must give
 * a list for every piece, so that it neither skips nor repeats one. If a text has a number or a name that is not in
 * `known`, the judge is asked once more; if that fails, the piece is kept as it is, with a warning.
 *
 * @throws JudgeError if the judge cannot list, or fails to.
 */
export async function extractFromPieces(request: PiecesRequest) {
  const entries = request.pieces.map((piece, index) => ({ id: `p${index + 1}`, piece }))
  const parts = await allOrNone(
    request.signal,
    splitIntoBatches(entries, batchSize, ({ piece }) => piece.text).map(
      (batch) => (signal) => extractBatch({ ...request, signal }, batch),
    ),
  )
  return {
    texts: parts.flatMap(({ texts }) => texts),
    ...(parts.length === 0 ? {} : { judge: mergeEvidence(parts.flatMap(({ judge }) => judge ?? [])) }),
  }
}

interface Entry {
  readonly id: string
  readonly piece: Statement
}

async function extractBatch(
  request: PiecesRequest,
  batch: readonly Entry[],
): Promise<WithEvidence & { readonly texts: Statement[] }> {
  try {
    const { lists, evidence } = await ask(request, batch)
    const odd = batch.filter(({ id }) => inventedIn(lists[id], request.known).length > 0)
    if (odd.length === 0) return { texts: placed(batch, lists), judge: evidence }
    const again = await ask(request, odd)
    const isStill = ({ id }: Entry) => inventedIn(again.lists[id], request.known).length > 0
    const own = Object.fromEntries(odd.filter(isStill).map(({ id, piece }) => [id, [piece.text]]))
    const warnings = odd.filter(isStill).map(({ id, piece }) => {
      const words = inventedIn(again.lists[id], request.known).join(', ')
      return `“${piece.text}” was kept as it is: the judge added ${words}, which is nowhere in the run`
    })
    const judge = mergeEvidence([evidence, again.evidence])
    return {
      texts: placed(batch, { ...lists, ...again.lists, ...own }),
      judge: { ...judge, warnings: [...judge.warnings, ...warnings] },
    }
  } catch (error) {
    if (!(error instanceof JudgeError) || error.reason !== 'cut-off' || batch.length < 2) throw error
    const middle = Math.ceil(batch.length / 2)
    const halves = await allOrNone(
      request.signal,
      [batch.slice(0, middle), batch.slice(middle)].map(
        (half) => (signal) => extractBatch({ ...request, signal }, half),
      ),
    )
    const evidence = mergeEvidence(halves.flatMap(({ judge }) => judge ?? []))
    const warnings = [...evidence.warnings, 'a reply was cut off: extracted again in smaller parts']
    const calls = evidence.calls + error.attempts
    return { texts: halves.flatMap(({ texts }) => texts), judge: { ...evidence, calls, warnings } }
  }
}

function ask({ judge, task, state, least, unable, signal, tracing }: PiecesRequest, batch: readonly Entry[]) {
  const pieces = Object.fromEntries(batch.map(({ id, piece }) => [id, piece.text]))
  const lists = { task, state: { ...state, pieces }, ids: Object.keys(pieces), least, most }
  return requireLists({ ...lists, judge, signal, tracing }, unable)
}

const inventedIn = (texts: readonly string[] = [], known: string) =>
  texts.flatMap((text) => factsBeyond(text, known))

const placed = (batch: readonly Entry[], lists: Readonly<Record<string, readonly string[]>>) =>
  batch.flatMap(({ id, piece: { start, end } }) =>
    (lists[id] ?? []).map((text) => ({ text: text.trim(), start, end })),
  )
