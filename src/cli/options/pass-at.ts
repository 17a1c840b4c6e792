import type { Command } from 'commander'
import type { PassAt } from '../../evaluation/comparison/summarise-repeats.ts'
import { parseLimits } from './limits.ts'
import { collect } from './parse.ts'

export interface PassAtFlags {
  readonly passAt?: string[]
}

export const passAtOption = (command: Command) =>
  command.option(
    '--pass-at <scorer=score>',
    'show how often answers pass at this score, in one of several tries and in all; may be repeated',
    collect,
  )

/** @throws TypeError for one that cannot be read. */
export const readPassAt = ({ passAt }: PassAtFlags, configured?: PassAt): PassAt | undefined =>
  passAt === undefined ? configured : parseLimits('--pass-at', passAt)
