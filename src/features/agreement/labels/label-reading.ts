import { z } from 'zod/v4'
import type { Label } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** Labels that name a class. */
export interface ClassReading {
  readonly kind: 'class'
  /** Labels for a high score. */
  readonly positive: readonly string[]
  readonly negative: readonly string[]
  readonly between: readonly string[]
  /** Label to the judge's equivalent verdict; absent if they are not compared by name. */
  readonly verdicts?: Readonly<Record<string, string>>
}

/** A grade is a number on a scale. */
export type Reading =
  | ClassReading
  | { readonly kind: 'grade'; readonly higherGrade: 'higher score' | 'lower score' }

/** Labels that need no explanation. */
export const usual = { positive: ['yes', 'true', '1'], negative: ['no', 'false', '0'], between: ['unsure'] }
const verdictNames = ['yes', 'unsure', 'no']

const toList = (given: Label | readonly Label[] | undefined): string[] =>
  given === undefined ? [] : (Array.isArray(given) ? given : [given]).map(String)

const isNumber = (label: string) => label.trim() !== '' && Number.isFinite(Number(label))

/** Returns all labels that occur, as text, with the id of the first row that has each. */
function occurring({ rows }: LabelledData): Map<string, string> {
  const found = new Map<string, string>()
  for (const { id, label, labels } of rows) {
    for (const one of [label, ...labels])
      if (one !== undefined && !found.has(String(one))) found.set(String(one), id)
  }
  return found
}

/**
 * Decides how to read labels: as the options say, otherwise by their form.
 *
 * @throws TypeError for an unknown label, which it names, and for options that do not fit.
 */
export function chooseReading(data: LabelledData, options: LabelOptions, lowerIsBetter: boolean): Reading {
  const found = occurring(data)
  const labels = [...found.keys()]
  const isGiven = options.positive !== undefined || options.negative !== undefined
  const ends = isGiven ? findScaleEnds(options) : ['0', '1']
  if (ends && labels.every(isNumber) && labels.some((label) => !ends.includes(label)))
    return gradeReading(options, lowerIsBetter)
  const classes = isGiven ? givenClasses(options) : usualClasses(options)
  const isUsual = labels.every((label) => Object.values(classes).some((list) => list.includes(label)))
  if (!isGiven && isUsual && lowerIsBetter)
    throw new TypeError(
      'measureAgreement: lower scores are better for this scorer: put the labels of high scores into positive, and those of low scores into negative',
    )
  const { positive, negative, between } = classes
  if (positive.length === 0 || negative.length === 0)
    throw new TypeError(
      `measureAgreement: ${positive.length === 0 ? 'positive' : 'negative'} is missing: give both`,
    )
  const all = [...positive, ...negative, ...between]
  const twice = all.find((label, index) => all.indexOf(label) !== index)
  if (twice !== undefined)
    throw new TypeError(
      `measureAgreement: the label "${twice}" appears twice in positive, negative and between`,
    )
  for (const [label, id] of found) {
    if (!all.includes(label))
      throw new TypeError(
        `measureAgreement: unknown label "${label}" (first in "${id}"): put it into positive, negative or between (on the command line --value "${label}"=1, 0 or 0.5)`,
      )
  }
  const used = (list: readonly string[]) => list.filter((label) => found.has(label))
  const verdicts = matchVerdicts(options, labels, data.unit)
  return {
    kind: 'class',
    positive: used(positive),
    negative: used(negative),
    between: used(between),
    verdicts,
  }
}

const usualClasses = ({ between }: LabelOptions) =>
  between === undefined ? usual : { ...usual, between: toList(between) }

function givenClasses(options: LabelOptions) {
  const positive = toList(options.positive)
  const negative = toList(options.negative)
  const others = usual.between.filter((label) => !positive.includes(label) && !negative.includes(label))
  return { positive, negative, between: options.between === undefined ? others : toList(options.between) }
}

/** Returns the ends of a scale of grades, the low score first; undefined if the options name classes. */
function findScaleEnds({ positive, negative }: LabelOptions): readonly [string, string] | undefined {
  const [[high = '', other], [low = '', another]] = [toList(positive), toList(negative)]
  const areMore = other !== undefined || another !== undefined
  return !areMore && isNumber(high) && isNumber(low) ? [low, high] : undefined
}

function gradeReading(options: LabelOptions, lowerIsBetter: boolean): Reading {
  const { between, verdicts } = options
  if (between !== undefined || verdicts !== undefined)
    throw new TypeError(
      'measureAgreement: between and verdicts are for labels that name classes; these are grades',
    )
  const ends = findScaleEnds(options)
  if (ends === undefined && lowerIsBetter)
    throw new TypeError(
      'measureAgreement: lower scores are better for this scorer: put the grade of the highest score into positive, and that of the lowest into negative',
    )
  const [low, high] = ends ?? [0, 1]
  return { kind: 'grade', higherGrade: Number(high) > Number(low) ? 'higher score' : 'lower score' }
}

function matchVerdicts(
  { verdicts }: LabelOptions,
  labels: readonly string[],
  unit: LabelledData['unit'],
): Readonly<Record<string, string>> | undefined {
  if (verdicts === undefined) {
    const areVerdicts = unit === 'statement' && labels.every((label) => verdictNames.includes(label))
    return areVerdicts ? Object.fromEntries(verdictNames.map((verdict) => [verdict, verdict])) : undefined
  }
  const missing = labels.find((label) => !Object.hasOwn(verdicts, label))
  if (missing !== undefined)
    throw new TypeError(`measureAgreement: verdicts has no entry for the label "${missing}"`)
  return verdicts
}

export interface LabelOptions {
  /**
   * Labels for a high score: 'supported' for faithfulness, 'toxic' for toxicity. If the scorer's lower scores are
   * better, this is still the bad thing that it looks for. Default: 'yes', 'true' and 1, whatever the case. Numeric
   * labels other than 0 and 1 are grades: give the end of the scale for a high score here, and the other end in
   * `negative`. Default: higher grades mean higher scores; required for a scorer whose lower scores are better.
   */
  positive?: Label | readonly Label[]
  /** Labels for a low score. Default: 'no', false and 0. */
  negative?: Label | readonly Label[]
  /** Labels half way between. They count only in rank correlations and by name. Default: 'unsure'. */
  between?: Label | readonly Label[]
  /**
   * Label to the judge's equivalent verdict, to compare them by name: `{ supported: 'yes', contradicted: 'no',
   * not_supported: 'unsure' }`. Default: the labels yes, unsure and no of statements mean the verdicts of the same
   * names.
   */
  verdicts?: Readonly<Record<string, string>>
}

const label = z.union([z.string().min(1), z.number(), z.boolean()])
const oneOrMore = z.union([label, z.array(label).min(1).readonly()]).optional()

export const labelOptions = {
  positive: oneOrMore,
  negative: oneOrMore,
  between: oneOrMore,
  verdicts: z.record(z.string(), z.string().min(1)).optional(),
}
