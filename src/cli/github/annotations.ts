import { relative, sep } from 'node:path'
import { datasetLines } from '../../evaluation/dataset/read-dataset.ts'
import { formatScore } from '../../report/format-numbers.ts'
import { collectExpectations } from '../../report/run/expectations.ts'
import type { ReportMaterial } from '../../report/run/material.ts'
import { listFailures } from '../../report/run/unscored.ts'
import { worstAnswers } from '../../report/run/worst-answers.ts'
import { shorten, shortenReason, terminalText } from '../../report/safe-text.ts'
import { readLines } from '../../run/file/lines.ts'
import { formatValue } from '../../run/format-value.ts'
import { describeError } from '../../shared/describe-error.ts'
import type { PlannedEvaluation } from '../plan/plan-evaluation.ts'
import { say } from '../print.ts'
import type { Surroundings } from '../surroundings.ts'

/** The characters of a question to search for: enough to tell it from others, and on one line even if a file wraps. */
const told = 60

/**
 * Finds the line of each question in a file, as plain text or as written in JSON or code, by item. If a question is not
 * found after the first line of its row, that line counts; without a row, it is absent.
 */
async function questionLines(
  file: string,
  sought: readonly {
    readonly itemId: string
    readonly question: string
    /** The line on which its row begins, from 1. Default: the question may be anywhere. */
    readonly from?: number
  }[],
): Promise<Map<string, number>> {
  const places = new Map(sought.flatMap(({ itemId, from }) => (from === undefined ? [] : [[itemId, from]])))
  const open = new Set(sought.map((one) => ({ ...one, words: listSpellings(one.question) })))
  for await (const { text, number } of readLines(file)) {
    for (const one of open) {
      if (number < (one.from ?? 1) || !one.words.some((words) => text.includes(words))) continue
      places.set(one.itemId, number)
      open.delete(one)
    }
    if (open.size === 0) break
  }
  return places
}

function listSpellings(question: string): string[] {
  const [line = ''] = question.trimStart().split(/[\r\n]/)
  const words = line.slice(0, told).trimEnd()
  if (words === '') return []
  const inQuotes = JSON.stringify(words).slice(1, -1)
  return [words, inQuotes, words.replaceAll("'", String.raw`\'`), words.replaceAll('"', '""')]
}

/** GitHub shows at most this many warnings of a step. */
const most = 10
const longest = 300

/**
 * Writes GitHub's workflow commands to standard error to warn on the lines of questions whose answers failed, did not
 * meet an expectation, or are the worst or fell most by a scorer whose gate failed: 10 items at most.
 *
 * @param source The file with the questions. Questions outside the workspace's files are left out.
 */
export async function annotate(
  materials: readonly ReportMaterial[],
  source: PlannedEvaluation['source'],
  { environment, folder, stderr }: Surroundings,
): Promise<void> {
  const file = source && relative(environment.GITHUB_WORKSPACE ?? folder, source.file)
  if (source === undefined || file === undefined || file.startsWith('..')) return
  const found = Map.groupBy(materials.flatMap(listFindings), ({ itemId }) => itemId)
  if (found.size === 0) return
  const items = materials.flatMap(({ run }) => run.items)
  const ids = [...found.keys()].slice(0, most)
  try {
    const rows = source.reading && (await datasetLines(source.file, source.reading))
    const sought = ids.map((itemId) => {
      const item = items.find((one) => one.itemId === itemId)
      return { itemId, question: item === undefined ? '' : formatValue(item.input), from: rows?.get(itemId) }
    })
    const lines = await questionLines(source.file, sought)
    for (const itemId of ids) {
      const line = lines.get(itemId)
      const texts = new Set(found.get(itemId)?.map(({ text }) => terminalText(text)))
      if (line === undefined) continue
      const place = {
        file: file.split(sep).join('/'),
        line: `${line}`,
        title: `Verdict: ${terminalText(itemId)}`,
      }
      stderr.write(`::warning ${formatProperties(place)}::${escaped([...texts].join('\n'))}\n`)
    }
  } catch (error) {
    // The reports are written and the outcome is known: only the line numbers are missing.
    say(stderr, `The lines of ${file} cannot be annotated: ${describeError(error)}`)
  }
}

function listFindings(material: ReportMaterial): { itemId: string; text: string }[] {
  const { run, gates = [], comparisons = [], summaries } = material
  const failed = gates.filter(({ result }) => result === 'failed')
  const isFailed = (gate: (typeof failed)[number]['gate'], id: string) =>
    failed.some((one) => one.gate === gate && one.scorerId === id)
  const unmet = collectExpectations(run)?.unmet ?? []
  return [
    ...unmet.map(({ itemId, what, found }) => ({ itemId, text: `Not met: ${what} (${found})` })),
    ...listFailures(run).map(({ itemId, scorerId, failure: { message } }) => ({
      itemId,
      text: shorten(`${scorerId === undefined ? 'No answer' : 'No score'}: ${message}`, longest),
    })),
    ...run.header.scorers.flatMap((scorer) => {
      const { id, name, scale, lowerIsBetter } = scorer
      const shown = (score: number) => formatScore(score, scale)
      const moved = comparisons.find(({ scorerId }) => scorerId === id)?.moved ?? []
      const fallen = moved.filter(({ difference }) => (lowerIsBetter ? difference > 0 : difference < 0))
      const isWorst = isFailed('mean', id)
      const mean = summaries.find(({ scorerId }) => scorerId === id)?.mean ?? Number.NaN
      // An answer better than a mean beyond the limit may itself be within the limit.
      const isBad = ({ score }: { score: number }) => (lowerIsBetter ? score >= mean : score <= mean)
      return [
        ...(isFailed('fail if worse', id) ? fallen.slice(0, most) : []).map(({ itemId, before, after }) => ({
          itemId,
          text: `${name} went from ${shown(before)} to ${shown(after)}`,
        })),
        ...(isWorst ? worstAnswers(run, scorer, most).filter(isBad) : []).map(
          ({ item, score, reason = '' }) => ({
            itemId: item.itemId,
            text: shortenReason(`${name} is ${shown(score)}. ${reason}`.trim()),
          }),
        ),
      ]
    }),
  ]
}

/** Escapes text for a workflow command, so that no answer can add a command of its own. */
const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const formatProperties = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',')
