import type { AuditedAnswer, Written } from '../audited-answer.ts'
import type { Probe, Translated, Translations } from '../probes/probe.ts'
import { withAnswer, withQuestion } from '../rewrite.ts'
import { languageName } from './translator.ts'

/** Question and answer in another language. */
export function languageProbe(language: string): Probe {
  const name = languageName(language)
  return {
    name: `language-${language}`,
    title: `In ${name}`,
    what: `Question and answer were translated into ${name}.`,
    higher: `scores the same content higher in ${name} than as it was`,
    lower: `scores the same content lower in ${name} than as it was`,
    arm: {
      id: `language ${language}`,
      isTranslated: true,
      write(answer, translations) {
        const found = translated(answer, language, translations)
        return typeof found === 'string' ? undefined : found
      },
      whyNot(answer, translations) {
        const found = translated(answer, language, translations)
        return typeof found === 'string' ? found : undefined
      },
    },
  }
}

const noPlace = 'the text cannot be put into the messages'

/** @returns Why there is nothing, where that is so. */
function translated(answer: AuditedAnswer, language: string, translations: Translations): Written | string {
  const said = translations(answer.answer, language)
  if (isMissing(said)) return `Answer: ${said.whyNot}`
  const written = withAnswer(answer, said.text)
  if (written === undefined) return `Answer: ${noPlace}`
  const { question } = answer
  if (question === undefined || question.trim() === '') return written
  const asked = translations(question, language)
  if (isMissing(asked)) return `Question: ${asked.whyNot}`
  return withQuestion({ ...answer, ...written }, () => asked.text) ?? `Question: ${noPlace}`
}

const isMissing = (found: Translated): found is { readonly whyNot: string } => 'whyNot' in found
