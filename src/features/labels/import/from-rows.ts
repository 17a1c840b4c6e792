import { basename } from 'node:path'
import { z } from 'zod/v4'
import { nameSchema } from '../../../evaluation/dataset/item.ts'
import { rowsOfFile } from '../../../evaluation/dataset/rows-of-file.ts'
import type { ItemRecord } from '../../../run/item-record.ts'
import { toAnswerKey } from '../../../run/record.ts'
import { sayIssue } from '../../../shared/say-issue.ts'
import { asName, wordsAsRead } from '../../../text/as-read.ts'
import { LabelsFileError } from '../file/read-labels.ts'
import { listUnits } from '../list-units.ts'
import { type ScoredAnswer, scoredAnswers } from '../scored-answers.ts'
import type { ImportedLabel, ImportedLabels, ImportSource } from './imported-label.ts'

const fields = ['id', 'repeat', 'statement', 'label', 'rater', 'at', 'comment'] as const

const aTime = 'must be a day, such as 2026-11-01, or a time with its zone, such as 2026-11-01T12:00:00Z'

const row = z.looseObject({
  id: nameSchema.transform(String),
  repeat: z.coerce.number().int().min(1).optional(),
  statement: z.string().min(1).optional(),
  label: z.union([z.string().trim().min(1), z.number(), z.boolean().transform(String)]),
  rater: z.string().overwrite(asName).min(1).default('file'),
  at: z
    .union([
      z.iso.datetime({ offset: true, error: aTime }),
      z.iso.date(aTime).transform((day) => `${day}T00:00:00.000Z`),
    ])
    .optional(),
  comment: z.string().optional(),
})

/**
 * Imports labels from a CSV, JSONL or JSON file: a row per label, with the `id` of the item, the `label`, and for a
 * single statement of the answer the `statement`, word for word. `repeat`, `rater`, `at` (ISO 8601) and `comment` are
 * optional; other fields are ignored. If a statement occurs several times in the answer, the label applies to each.
 * `repeat` is required if the run has several answers to the item.
 *
 * @param fields Name in the file to one of these.
 * @throws LabelsFileError with file and line: for an invalid row, an item that the run does not have, an item with
 * several answers if `repeat` is missing, a statement that the answer does not have, a label without a value, and a
 * conflicting label by the same rater at the same time.
 */
export async function fromRows(
  { run, scorer, shareOf }: ImportSource,
  file: string,
  options: {
    readonly fields: Readonly<Record<string, string>>
    readonly chosenBy: ImportedLabels['chosenBy']
  },
): Promise<ImportedLabels> {
  checkFields(options.fields)
  const answers = new Map(scoredAnswers(run, scorer.id).map((answer) => [answer.key, answer]))
  const answersTo = Map.groupBy(run.items, ({ itemId }) => itemId)
  const labels: ImportedLabel[] = []
  const said = new Map<string, string | number>()
  let withoutScore = 0
  const leftOut: string[] = []
  const onLeftOut = (what: string) => leftOut.push(what)
  const mapping = { fields: options.fields, known: fields, structured: [], onLeftOut }
  for await (const { value, line } of rowsOfFile(file, {}, mapping)) {
    const fail = (message: string): never => {
      throw new LabelsFileError({ file, line, message })
    }
    if (isEmpty(Object(value).label)) return fail(noLabel)
    const read = row.safeParse(value)
    if (!read.success) {
      const remedy = Object(value).id === undefined ? ': name its fields with --field name=field' : ''
      return fail(`is not a label (${sayIssue(read.error)})${remedy}`)
    }
    const { id, statement, label, rater, at, comment } = read.data
    const items = answersTo.get(id) ?? fail(`the run has no item "${id}": name the run that was labelled`)
    const repeat = findRepeat(read.data, items, fail)
    const answer = answers.get(toAnswerKey({ itemId: id, repeat }))
    if (answer === undefined) {
      withoutScore += 1
      continue
    }
    const share = counted(() => shareOf(label), fail)
    if (share === undefined)
      return fail(`the label "${label}" has no value: ${writePoint(label)}give one with --value "${label}=…"`)
    const units = statement === undefined ? [undefined] : unitsIn(answer, statement)
    if (units.length === 0) fail(noUnit(statement ?? ''))
    for (const unit of units) {
      const place = JSON.stringify([answer.key, unit?.index, rater, at])
      const before = said.get(place)
      if ((before ?? label) !== label) fail(secondLabel(id, rater))
      if (before !== undefined) continue
      said.set(place, label)
      labels.push({
        answer,
        label,
        share,
        rater,
        comment: comment || undefined,
        source: basename(file),
        at: at ?? new Date(0).toISOString(),
        unit,
      })
    }
  }
  const notes =
    withoutScore > 0 ? [`${withoutScore} rows left out: their answers have no score by ${scorer.id}.`] : []
  return { labels, chosenBy: options.chosenBy, notes: [...leftOut, ...notes] }
}

function checkFields(named: Readonly<Record<string, string>>): void {
  const unknown = Object.entries(named).find(([, field]) => !fields.some((one) => one === field))
  if (unknown !== undefined)
    throw new TypeError(`${unknown[0]}=${unknown[1]}: the field after = must be one of ${fields.join(', ')}`)
}

/** Returns the repeat that the row names, or that of the only answer. */
function findRepeat(
  { id, repeat: named }: z.output<typeof row>,
  items: readonly ItemRecord[],
  fail: (message: string) => never,
): number {
  const answered = items.filter((item) => item.answer !== undefined)
  if (named === undefined && answered.length > 1) fail(noRepeat(id, answered.length))
  const repeat = named ?? (answered[0] ?? items[0])?.repeat ?? 1
  if (!items.some((item) => item.repeat === repeat)) fail(`the run has no repeat ${repeat} of "${id}"`)
  return repeat
}

function counted(work: () => number | undefined, fail: (message: string) => never): number | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fail(error.message)
  }
}

const secondLabel = (id: string, rater: string) =>
  `"${rater}" gave "${id}" two labels, and nothing says which counts: name who gave them (--field name=rater), or when (--field name=at)`

const isEmpty = (label: unknown) => String(label ?? '').trim() === ''

const noLabel = 'has no label: leave out such rows, or name the field of the labels (--field name=label)'

/** What to do about a decimal comma. */
const writePoint = (label: string | number) =>
  /^\s*-?\d+,\d+\s*$/.test(String(label))
    ? `write a decimal point (${`${label}`.replace(',', '.').trim()}), or `
    : ''

const noRepeat = (id: string, answers: number) =>
  `the run has ${answers} answers to "${id}", and nothing says which was labelled: name the field with its number, counted from 1 (--field name=repeat)`

const noUnit = (statement: string) =>
  `the answer has no statement "${statement}": statements must be those that the scorer judged`

/** Finds all matching units: if an answer repeats itself, a label of its words applies to each place. */
function unitsIn({ record }: ScoredAnswer, statement: string): NonNullable<ImportedLabel['unit']>[] {
  return listUnits(record).flatMap(({ unit }, index) =>
    wordsAsRead(unit) === wordsAsRead(statement) ? { index, text: unit } : [],
  )
}
