import type { ChoiceQuestion, Task } from '../../judge/contract.ts'
import type { JudgingContext } from '../common/judged-scorer.ts'
import type { JudgedOptions } from '../common/options.ts'
import type { Dialogue } from '../material/answer.ts'
import { type ContextPiece, contextById, pieceNamedIn } from '../material/context.ts'
import { countFound, isAndAre, toLeaning } from '../reason/count-found.ts'
import type { JudgedUnits, RunMaterial, Unit, UnitsRequest, UnitVerdict } from '../units/judge-units.ts'

/** Supported, contradicted or not said; 'none' if the text makes no claim. */
export type SupportVerdict = 'yes' | 'no' | 'unsure' | 'none'

export interface ClaimVerdict extends UnitVerdict<SupportVerdict> {
  /** The id of the piece of context that the verdict rests on, if the judge names one: 'c2'. */
  readonly restsOn?: string
}

export const supportTask: Task = {
  name: 'claim-support',
  version: 4,
  instructions: `You check claims against a context. The material has claims and pieces of the context by id, and sometimes question and conversation. Only the context counts: neither what you know, nor whether a claim is true.`,
}

const asked = `Does the context support the claim? Read it as a part of the whole, with question and conversation.`

/** Asked by faithfulness, hallucination, context recall and, about the claims of a summary, summarization. */
export const supportQuestion: ChoiceQuestion<SupportVerdict> = {
  type: 'choice',
  instructions: `${asked} Begin the reason with the id of the piece that decides ("c2: …"), or with "none: …" where none does.`,
  criteria: {
    yes: 'the context says it, in whatever words, or it follows by a small step that any reader would take, as that London is in England. So does a cautious or rounded form of it, and a statement that the context does not say something, where it does not.',
    no: 'the context says otherwise: another number, date, name, place, order or thing of its kind, or the opposite. Also a statement that the context does not say something that it says.',
    unsure:
      'the context neither says it nor denies it, or says only a part of it. Opinions, advice and guesses that are not in the context are unsure.',
    none: 'it claims nothing: small talk, thanks, agreement, a question, request, offer or refusal, "I do not know", an error message, an announcement.',
  },
  share:
    'of 100 careful readers who have only this context, how many would say that it supports the claim; if it says several things, the part that is supported',
  line: { yes: 1, unsure: 0, no: 0 },
}

export type ClaimMaterial = Dialogue & { readonly context: readonly ContextPiece[] }

const supportCredits = { yes: 1, no: 0, unsure: 0, none: 0 }

/** The material that the judge sees with a batch of claims. */
const supportState = (
  { question, conversation, context }: ClaimMaterial,
  claims: { [id: string]: string },
): RunMaterial => ({ question, conversation, context: contextById(context), claims })

/** Separates the claims, each with the piece that it rests on, from texts that claim nothing. */
export function separateClaims(
  { verdicts, ...rest }: JudgedUnits<SupportVerdict>,
  { context }: ClaimMaterial,
) {
  const placed = verdicts.map((verdict): ClaimVerdict => {
    const restsOn = pieceNamedIn(verdict.reason, context)
    return restsOn === undefined ? verdict : { ...verdict, restsOn }
  })
  return {
    /** One per claim, in the order of the claims. */
    verdicts: placed.filter(({ verdict }) => verdict !== 'none'),
    /** Texts that claim nothing (verdict 'none'): greetings, questions, "I don't know". They do not count. */
    notCounted: placed.filter(({ verdict }) => verdict === 'none'),
    ...rest,
  }
}

/** The part that a request about claims shares with a metric of claims. */
const aboutClaims = { task: supportTask, question: supportQuestion, prefix: 'claim', together: true }

export const supportRequest = (
  claims: readonly Unit[],
  material: ClaimMaterial,
  asking: JudgingContext<Pick<JudgedOptions, 'weighting' | 'batchSize'>>,
): UnitsRequest<SupportVerdict> => ({
  ...asking,
  ...asking.settings,
  ...aboutClaims,
  units: claims,
  state: (units) => supportState(material, units),
  credits: supportCredits,
})

export const claimMetric = {
  ...aboutClaims,
  units: ({ claims }: { readonly claims: readonly Unit[] }) => claims,
  state: supportState,
  credits: () => supportCredits,
  people: () => ({ question: asked, arithmetic: 'mean' as const, notCounted: ['none' as const] }),
  words: { yes: 'in the context', unsure: 'not in the context', no: 'contradicted by the context' },
  whyNothingCounts: () => 'the answer makes no claims',
  reasonMaterial: ({ question }: ClaimMaterial): RunMaterial => ({ question }),
}

/** 'of 4 claims 2 are supported, 1 is contradicted, and 1 is not in the context', by credits for support. */
export function countClaims(
  verdicts: readonly ClaimVerdict[],
  noun = 'claim',
  nouns = `${noun}s`,
  source = 'the context',
): string {
  const leans = (wanted: SupportVerdict) => (claim: ClaimVerdict) =>
    toLeaning(claim.credit) === (wanted === 'yes' ? 1 : 0) && (wanted === 'yes' || claim.verdict === wanted)
  const groups = [
    { has: is('yes'), leans: leans('yes'), ...isAndAre(`supported by ${source}`) },
    {
      has: is('no'),
      leans: leans('no'),
      ...isAndAre(`contradicted by ${source}`),
      beside: ['is contradicted', 'are contradicted'] as const,
    },
    {
      has: is('unsure'),
      leans: leans('unsure'),
      ...isAndAre(`not in ${source}`),
      beside: ['is not in it', 'are not in it'] as const,
    },
  ]
  return countFound(verdicts, noun, groups, nouns)
}

const is =
  (wanted: SupportVerdict) =>
  ({ verdict }: ClaimVerdict) =>
    verdict === wanted
