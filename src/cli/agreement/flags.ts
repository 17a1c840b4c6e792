import type { ReadingFlags, WorkFlags } from '../options/evaluation.ts'
import type { RunsFlags } from '../options/runs.ts'

export interface AgreementFlags extends WorkFlags, ReadingFlags, RunsFlags {
  readonly run?: string
  readonly unit?: 'statement' | 'answer'
  readonly config?: string
  readonly scorer?: string
  readonly judge?: string
  readonly positive?: string[]
  readonly negative?: string[]
  readonly between?: string[]
  readonly gradesAgainstScores?: boolean
  readonly verdict?: string[]
  readonly try?: boolean
  readonly dryRun?: boolean
  readonly html?: string
  readonly json?: boolean
}
