import { createHash } from 'node:crypto'
import type { Judge } from '../../judge/contract.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { creditRule } from '../units/share-to-credit.ts'

/**
 * Everything but the answer that scores depend on, part by part, so that two runs can say how they differ. Settings and
 * options are texts: short values as JSON, long ones as a hash.
 */
export interface ScoreBasis {
  /** The judge's id; absent for a scorer without one, like the next three. */
  readonly judge?: string
  readonly judgeSettings?: Readonly<Record<string, string>>
  /** Name and version of the judge's task. */
  readonly task?: string
  /** Whether verdicts or shares are counted. */
  readonly reading?: 'verdict' | 'share'
  /** Name and version of the rule that makes credits of them; absent from runs of earlier versions. */
  readonly counting?: string
  /** The options that the score depends on. */
  readonly options: Readonly<Record<string, string>>
}

/** The name, options that end a run or describe a score, and options with a field of their own. */
const others = new Set(['id', 'name', 'prepareRun', 'signal', 'reason', 'weighting', 'onFailure'])

const longestText = 60

/** Returns whether a value can be part of the basis: functions and circular values have no JSON. */
export const isData = (value: unknown): boolean => {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

function texts(values: object): Record<string, string> {
  const written = Object.entries(values).flatMap(([name, value]) => {
    if (others.has(name) || !isData(value)) return []
    const text = canonicalJson(value)
    return [[name, text.length > longestText ? shortHash(text) : text]]
  })
  return Object.fromEntries(written)
}

export function toBasis(parts: {
  readonly judge?: Pick<Judge, 'id' | 'model' | 'settings' | 'weighting'>
  readonly task?: string
  readonly settings: object
  /** Whether verdicts or shares count if neither settings nor judge say. Default 'share'. */
  readonly reading?: ScoreBasis['reading']
}): ScoreBasis {
  const { judge, task, settings, reading = 'share' } = parts
  const options = texts(settings)
  if (judge === undefined) return { options }
  const { weighting } = settings as { readonly weighting?: ScoreBasis['reading'] }
  const { model } = judge
  return {
    judge: judge.id,
    judgeSettings: texts({ ...(model === undefined ? {} : { model }), ...judge.settings }),
    task,
    reading: weighting ?? judge.weighting ?? reading,
    counting: creditRule,
    options,
  }
}
