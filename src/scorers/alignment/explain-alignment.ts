import { compact } from '../../shared/compact.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { type Explanation, listCostly, toPlainVerdicts } from '../reason/explain.ts'
import type { AlignmentVerdict, JudgedAlignment, PromptAlignment, PromptSide } from './judge-alignment.ts'

const promptNames: Readonly<Record<PromptSide, string>> = {
  user: 'the user’s prompt',
  system: 'the system prompt',
}

/** 'the user’s prompt 0.85 (intent 1, requirements 0.5, completeness 1, appropriateness 1)' */
function describeSide(side: PromptSide, alignment: PromptAlignment): string {
  const { intentAlignment, requirementsFulfillment, completeness, responseAppropriateness } = alignment
  const { overallScore } = requirementsFulfillment
  const fulfilled =
    overallScore === undefined ? 'no other requirement' : `requirements ${formatNumber(overallScore)}`
  const dimensions = compact([
    `intent ${formatNumber(intentAlignment.score)}`,
    fulfilled,
    `completeness ${formatNumber(completeness.score)}`,
    responseAppropriateness.score !== undefined &&
      `appropriateness ${formatNumber(responseAppropriateness.score)}`,
  ])
  return `${promptNames[side]} ${formatNumber(alignment.score)} (${dimensions.join(', ')})`
}

const words = { yes: 'met', partly: 'only partly met', no: 'not met' }

function verdictsOn(side: PromptSide, alignment: PromptAlignment) {
  const { intentAlignment, requirementsFulfillment, completeness, responseAppropriateness } = alignment
  const { format, tone } = responseAppropriateness
  const about = (what: string, verdict: AlignmentVerdict) => ({
    ...verdict,
    text: `${what} of ${promptNames[side]}`,
  })
  return [
    about('intent', intentAlignment),
    ...requirementsFulfillment.requirements.map((verdict) => ({ ...verdict, text: verdict.requirement })),
    about('completeness', completeness),
    about('format', format),
    about('tone', tone),
  ]
}

export function explainAlignment({ user, system }: JudgedAlignment): Explanation {
  const sides = [
    ...(user === undefined ? [] : [{ side: 'user' as const, alignment: user }]),
    ...(system === undefined ? [] : [{ side: 'system' as const, alignment: system }]),
  ]
  if (sides.length === 0) return { count: 'the response says nothing' }
  const parts = sides.map(({ side, alignment }) => describeSide(side, alignment))
  const weights = sides.length === 2 ? ', weighted 0.7 and 0.3' : ''
  const verdicts = sides
    .flatMap(({ side, alignment }) => verdictsOn(side, alignment))
    .map(({ text, score: credit, ...verdict }) => ({ unit: { text }, credit, ...verdict }))
  const applicable = verdicts.filter(({ verdict }) => verdict !== 'n/a')
  return {
    count: `${parts.join(' and ')}${weights}`,
    costly: listCostly(applicable, { words, credits: { yes: 1, partly: 0.5, no: 0 } }),
    verdicts: { verdicts: toPlainVerdicts(verdicts) },
  }
}
