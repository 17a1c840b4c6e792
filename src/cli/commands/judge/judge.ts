import { sharedEncoder } from '../../../judge/embedded/encoder.ts'
import { asksJudge } from '../../plan/named-scorers.ts'
import type { Surroundings } from '../../surroundings.ts'
import type { JudgeFlags } from './options.ts'

/** @returns The exit code: 1 if a scorer failed or nothing could be scored. */
export async function judge(flags: JudgeFlags, surroundings: Surroundings): Promise<number> {
  const { question = '', judge = 'embedded', scorer } = flags
  // The encoder loads in a thread of its own, at the same time as the rest. The judge will tell of any error.
  if (judge === 'embedded' && asksJudge(scorer))
    sharedEncoder()
      ?.encode([question])
      .catch(() => {})
  const { judgeAnswer } = await import('./judge-answer.ts')
  return judgeAnswer(flags, surroundings)
}
