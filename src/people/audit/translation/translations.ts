import { createHash } from 'node:crypto'
import type { EvaluationItem } from '../../../evaluation/dataset/item.ts'
import type { EvaluationRun } from '../../../evaluation/record.ts'
import type { AnyScorer } from '../../../evaluation/scoring/scorers.ts'
import { isInLanguage } from '../../../text/languages.ts'
import type { AuditedAnswer } from '../audited-answer.ts'
import type { Translations } from '../probes/probe.ts'
import { languageName, type UsedTranslator } from './translator.ts'

const translatorId = 'translator'

const idOf = (text: string, language: string) =>
  `${language} ${createHash('sha256').update(text).digest('hex').slice(0, 24)}`

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** Each text that is to be translated, once, as an item of a run: what came in is the language. */
export function textsToTranslate(
  answers: readonly AuditedAnswer[],
  languages: readonly string[],
): EvaluationItem[] {
  const texts = [...new Set(answers.flatMap(({ question, answer }) => [question, answer].filter(isText)))]
  return languages.flatMap((language) =>
    texts.map((text) => ({ id: idOf(text, language), input: language, output: text })),
  )
}

/**
 * A translator in the place of a scorer: so the limits, tries, budget and file of a run are those of translations, and
 * what failed calls cost is counted. A translation is the reason of its record; one that cannot be used is not
 * scorable.
 */
export function translatingScorer({ id, translate }: UsedTranslator): AnyScorer {
  return {
    id: translatorId,
    name: id,
    type: undefined as never,
    async run({ input, output }: { readonly input: string; readonly output: string }) {
      const text = (await translate(output, input)).trim()
      const whyNot = await whyUnusable(text, output, input)
      return whyNot === undefined ? { score: 1, reason: text } : { notScorable: { reason: whyNot } }
    },
  }
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

async function whyUnusable(
  translation: string,
  original: string,
  language: string,
): Promise<string | undefined> {
  if (translation === '') return 'the translation is empty'
  if (plain(translation) === plain(original)) return 'the translation is the same as the text'
  return (await isInLanguage(translation, language))
    ? undefined
    : `the translation is not in ${languageName(language)}`
}

/** What a run of translations gave. */
export function readTranslations(run: EvaluationRun | undefined): Translations {
  const records = new Map(run?.items.map(({ itemId, scores }) => [itemId, scores[translatorId]]))
  return (text, language) => {
    const record = records.get(idOf(text, language))
    if (record === undefined) return { whyNot: 'it was not reached' }
    if (record.outcome === 'scored') return { text: record.reason ?? '' }
    return { whyNot: record.outcome === 'failed' ? `it failed: ${record.failure.message}` : record.reason }
  }
}
