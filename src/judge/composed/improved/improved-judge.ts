import { readFileSync } from 'node:fs'
import type { Decision, DecisionRequest, Judge, Questions } from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import { type JudgeModel, toJudge } from '../../to-judge.ts'
import { wrapJudge } from '../wrap-judge.ts'
import { changedJudge } from './changed-judge.ts'
import { type Improvement, readImprovement } from './improvement.ts'

/**
 * A judge as labels of people have made it better: told and asked as the file says that `verdict improve` writes. Its
 * id has the version of that file, so that runs, comparisons and monitors see where it changed.
 *
 * @param model The judge that was improved, or its model.
 * @param improvement A file, or what stands in it.
 * @throws TypeError for a file that cannot be read, and one that is of another judge. `decide` rejects as the judge
 *   does, and with a `JudgeError` of reason 'configuration' for another version of a task than it was tried with.
 */
export function improvedJudge(model: JudgeModel, improvement: Improvement | string): Judge {
  const {
    judge: of,
    tasks,
    change,
  } = readImprovement(typeof improvement === 'string' ? fileAsJson(improvement) : improvement)
  const judge = toJudge(model)
  if (judge.id !== of)
    throw new TypeError(
      `improvedJudge: the improvement is of ${of}, not of ${judge.id}: improve that judge anew`,
    )
  const changed = changedJudge(judge, change)
  const known = tasks.map(({ name, version }) => `${name}/${version}`)
  return wrapJudge(changed, {
    tasks: [...new Set(tasks.map(({ name }) => name))],
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      const task = `${request.task.name}/${request.task.version}`
      if (known.includes(task)) return changed.decide(request)
      const message = `it was improved for ${known.join(', ')}, not for ${task}: run \`verdict improve\` anew`
      const ids = Object.keys(request.questions)
      throw new JudgeError({ judge: changed.id, reason: 'configuration', message, ids })
    },
  })
}

function fileAsJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new TypeError(`improvedJudge: ${file} cannot be read as JSON: ${(cause as Error).message}`, {
      cause,
    })
  }
}
