import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import type { DecisionRequest, Judge, TextRequest } from '../../contract.ts'

/** Rises with every change of what a key or an entry is made of. */
const version = 1

/**
 * What an answer depends on, as a hash of 64 hexadecimal digits behind 'verdict:'.
 *
 * The settings count whatever the order of their names. State and questions keep their order, because a prompt is
 * written in this order: asked in another order, a model may answer otherwise.
 *
 * @param work The method that was called: an extraction must not be found as prose.
 */
export function cacheKey(
  judge: Judge,
  work: 'decide' | 'extract' | 'write',
  request: TextRequest & Partial<DecisionRequest>,
): string {
  const { name, version: taskVersion, instructions } = request.task
  const parts = [
    version,
    judge.id,
    canonicalJson({ model: judge.model, settings: judge.settings }),
    work,
    [name, taskVersion, instructions],
    request.state,
    request.questions,
    request.shareRequired ?? false,
    request.vote ?? 1,
    // Where the tools of a judge stood: without it, answers that were paid for would not be found again.
    [],
  ]
  return `verdict:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}
