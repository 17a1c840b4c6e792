import { CommandError } from '../../ending.ts'

/** What `verdict label` does: the option that asks for it, and the page without one. */
export type LabelMode = 'plan' | 'from' | 'feedback' | 'page'

/** Options that only some modes take, as they are written. */
const takenBy = {
  plan: ['plan'],
  from: ['from'],
  feedback: ['feedback'],
  field: ['from'],
  value: ['from', 'feedback'],
  range: ['from', 'feedback'],
  chosenBy: ['from', 'feedback'],
  type: ['feedback'],
  since: ['feedback'],
  until: ['feedback'],
  config: ['page'],
  rater: ['page'],
  sample: ['page'],
  by: ['page'],
  seed: ['page'],
  floor: ['page'],
  unit: ['page'],
  overlap: ['page'],
  judge: ['page'],
  port: ['page'],
} as const satisfies Readonly<Record<string, readonly LabelMode[]>>

type Flag = keyof typeof takenBy

/**
 * @param flags Those that are not given are undefined, and `judge` is true.
 * @throws CommandError for an option that would have no effect.
 */
export function modeOf(flags: Readonly<Partial<Record<Flag, unknown>>>): LabelMode {
  const given = (Object.keys(takenBy) as Flag[]).filter(
    (flag) => flags[flag] !== undefined && !(flag === 'judge' && flags.judge === true),
  )
  const [mode = 'page', another] = (['plan', 'from', 'feedback'] as const).filter((one) =>
    given.includes(one),
  )
  if (another !== undefined) throw new CommandError(`--${mode} and --${another}: do one after the other`)
  const unused = given.find((flag) => !(takenBy[flag] as readonly LabelMode[]).includes(mode))
  if (unused === undefined) return mode
  const owners = takenBy[unused].map((one) => `--${one}`).join(' or ')
  throw new CommandError(
    mode === 'page'
      ? `${written(unused)} goes with ${owners}, which is not given: add it, or leave ${written(unused)} out`
      : `${written(unused)} does not go with --${mode}: leave it out`,
  )
}

const written = (flag: Flag) =>
  flag === 'judge' ? '--no-judge' : `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
