import { wrapJudge } from '../../../judge/composed/wrap-judge.ts'
import type { Extraction, Judge } from '../../../judge/contract.ts'
import { noUsage } from '../../../judge/evidence.ts'

/**
 * Gives judges that list the units of a text once, so that every setting judges the same units and only the first pays
 * for them.
 */
export function listedOnce(): (judge: Judge) => Judge {
  const listed = new Map<string, Extraction>()
  return (judge) =>
    wrapJudge(judge, {
      decide: (request) => judge.decide(request),
      write: (request, write) => write(request),
      extract: async (request, extract) => {
        const key = JSON.stringify([judge.id, request.task.name, request.state])
        const known = listed.get(key)
        if (known !== undefined)
          return { ...known, evidence: { ...known.evidence, calls: 0, usage: noUsage, cached: true } }
        const extraction = await extract(request)
        listed.set(key, extraction)
        return extraction
      },
    })
}
