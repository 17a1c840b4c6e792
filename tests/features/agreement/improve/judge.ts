import type { LabelledRow } from '../../../../src/features/agreement/rows/labelled-row.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import type { ModelRequest, Script } from '../../../support/openai-server.ts'

/** Questions with twelve statements each, half of them relevant, as their last word says. */
export const rowsOf = (questions: number): LabelledRow[] =>
  Array.from({ length: questions }, (_, question) =>
    Array.from({ length: 12 }, (_, place) => {
      const label = (place * 5 + question) % 2 === 0 ? 'yes' : 'no'
      const statement = `Statement ${question}.${place} is ${label === 'yes' ? 'relevant' : 'beside'}.`
      return { input: `Question ${question}?`, group: question, statement, label }
    }),
  ).flat()

/** One statement of a request, as the judge sees it. */
interface Seen {
  readonly request: ModelRequest
  /** Place in the request, from 0. */
  readonly place: number
}

/** How often of 1 a judge is mistaken about a statement. */
type Mistaken = (seen: Seen) => number

export const isReversed = ({ system, user }: ModelRequest) => {
  const text = system + user
  return text.indexOf('\n- no:') < text.indexOf('\n- yes:')
}

/** A judge that is mistaken by chance, the same in every order of requests. */
export function judgeWhoIs(mistaken: Mistaken, { shares = true } = {}): Script {
  return (request) => {
    const statements = request.state.statements as Record<string, string>
    const entries = request.ids.map((id, place) => {
      const text = statements[id] ?? ''
      const random = seededRandom(
        [...`${text} ${request.ids.length} ${isReversed(request)}`].reduce(
          (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003,
          7,
        ),
      )
      const isWrong = random() < mistaken({ request, place })
      const isYes = text.includes('relevant') !== isWrong
      const share = Math.round((isYes ? 75 : 5) + 20 * random())
      return [id, { reason: 'it is so', ...(shares ? { share } : {}), verdict: isYes ? 'yes' : 'no' }]
    })
    return { text: JSON.stringify(Object.fromEntries(entries)) }
  }
}
