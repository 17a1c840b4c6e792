import { describeError } from '../../../shared/describe-error.ts'
import { isObject } from '../../../shared/is-object.ts'
import type { AuditedAnswer } from '../audited-answer.ts'
import type { Probe } from './probe.ts'

/**
 * Rewrites every answer with every arm of probes that users wrote, so that a fault in one is found, and named, before
 * a judge is called.
 *
 * @throws TypeError that names the probe.
 */
export function requireWritable(probes: readonly Probe[], answers: readonly AuditedAnswer[]): void {
  for (const { name, arm, against } of probes)
    for (const one of against === undefined ? [arm] : [arm, against])
      for (const answer of answers) {
        const wrong = (what: string, cause?: unknown) =>
          new TypeError(`audit: the probe "${name}" ${what} (answer of ${answer.item.itemId})`, { cause })
        let written: unknown
        try {
          written = one.write(answer)
        } catch (error) {
          throw wrong(`failed: ${describeError(error)}`, error)
        }
        const isInput = isObject(written) && written.input !== undefined && written.output !== undefined
        if (written !== undefined && !isInput)
          throw wrong('must write an object with input and output, or undefined')
      }
}
