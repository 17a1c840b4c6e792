import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import { readRun } from '../../run/file/read-run.ts'
import { RunFileError } from '../../run/file/run-file-error.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'

const mostNamed = 5

/** Returns the error for a part of another audit with the probes or answers that differ; any other error as it is. */
export async function nameOthers(error: unknown, items: readonly EvaluationItem[]): Promise<unknown> {
  if (!(error instanceof RunFileError) || error.reason !== 'different-run') return error
  const { items: stored, end } = await readRun(error.file)
  const had = stored.map(({ itemId, exchange, answer }) => readPiece(itemId, exchange?.output ?? answer))
  const wanted = items.map(({ id, output }) => readPiece(`${id}`, output))
  const differ = (kind: 'probe' | 'answer') => [
    ...listMissing('has', had, wanted, kind),
    // A part that stopped may still have to do the rest.
    ...(end?.status === 'complete' ? listMissing('lacks', wanted, had, kind) : []),
  ]
  const found = [differ('probe'), differ('answer'), listMissing('has', had, wanted, 'text')].find(
    ({ length }) => length > 0,
  )
  if (found === undefined) return error
  const message = `holds another audit, which ${found.join(' and ')}: resume it with its original settings, or write to another file`
  return new RunFileError({ reason: error.reason, file: error.file, message, cause: error })
}

type Piece = ReturnType<typeof readPiece>

/** @param key An answer's key, followed by the probe's arm unless the answer is as it was. */
function readPiece(key: string, output: unknown) {
  const [, own = key, probe = 'none'] = /^(\["(?:[^"\\]|\\.)*",\d+\])(?: (.+))?$/.exec(key) ?? []
  const answer = String(JSON.parse(own)[0])
  return { probe, answer, text: `${answer} as ${canonicalJson(output)}` }
}

function listMissing(
  verb: string,
  some: readonly Piece[],
  others: readonly Piece[],
  kind: keyof Piece,
): string[] {
  const known = new Set(others.map((piece) => piece[kind]))
  const missing = some.filter((piece) => !known.has(piece[kind]))
  const names = [...new Set(missing.map((piece) => (kind === 'probe' ? piece.probe : piece.answer)))]
  const what = { probe: 'the probes', answer: 'the answers to', text: 'another text of the answers to' }[kind]
  const rest = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return names.length === 0 ? [] : [`${verb} ${what} ${names.slice(0, mostNamed).join(', ')}${rest}`]
}
