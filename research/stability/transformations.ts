/** Ways to write the same answer. */
import type { Material } from './material.ts'

/** An answer as it is written, with what it is judged against. */
export interface Written extends Omit<Material, 'sentences'> {
  readonly answer: string
}

/** Undefined where there is nothing to change: no second piece of context, no name. */
export type Transformation = (material: Material) => Written | undefined

const write = ({ sentences, ...rest }: Material, answer = sentences.join(' ')): Written => ({
  ...rest,
  answer,
})

export const asProse = (material: Material): Written => write(material)

export const transformations: Readonly<Record<string, Transformation>> = {
  bullets: (material) => write(material, material.sentences.map((one) => `- ${one}`).join('\n')),
  // A list of one has no number: "1. It is called the Moon." may answer how many there are.
  'numbered list': (material) =>
    material.sentences.length < 2
      ? undefined
      : write(material, material.sentences.map((one, index) => `${index + 1}. ${one}`).join('\n\n')),
  'blank lines and trailing blanks': (material) =>
    write(material, `\n\n${material.sentences.map((one) => `${one}  `).join('\n\n \n')}\n\n`),
  emphasis: (material) => write(material, material.sentences.map(emphasised).join(' ')),
  'emphasis in context and ground truth': (material) => {
    const { context, groundTruth } = material
    if (context === undefined && groundTruth === undefined) return undefined
    return write({
      ...material,
      ...(context === undefined ? {} : { context: context.map(emphasised) }),
      ...(groundTruth === undefined ? {} : { groundTruth: emphasised(groundTruth) }),
    })
  },
  courtesies: (material) => write(material, `Sure! ${material.sentences.join(' ')} I hope this helps.`),
  'context in reverse': (material) => {
    const { context = [] } = material
    return context.length < 2 ? undefined : write({ ...material, context: [...context].reverse() })
  },
  'another name': (material) => {
    const { question = '', sentences, context = [], groundTruth = '' } = material
    const everything = [question, ...context, groundTruth, ...sentences].join('\n')
    const found = nameIn(everything)
    if (found === undefined || !canRename(everything, found)) return undefined
    const rename = (text: string) => renamed(text, found)
    return write({
      ...material,
      ...(material.question === undefined ? {} : { question: rename(material.question) }),
      ...(material.context === undefined ? {} : { context: context.map(rename) }),
      ...(material.groundTruth === undefined ? {} : { groundTruth: rename(groundTruth) }),
      sentences: sentences.map(rename),
    })
  },
}

/** How many statements a transformation puts before and behind those of the answer. */
export const added: Readonly<Record<string, number>> = { courtesies: 1 }

/** The longest word in bold. */
function emphasised(sentence: string): string {
  const [longest] = (sentence.match(/[A-Za-z]{4,}/g) ?? []).sort((a, b) => b.length - a.length)
  return longest === undefined ? sentence : sentence.replace(longest, `**${longest}**`)
}

/** Two words with capitals within a sentence: a person, mostly; also a place, a product, a work. */
function nameIn(text: string): readonly [string, string] | undefined {
  const found = /(?<=[a-z,] )([A-Z][a-z]{2,}) ([A-Z][a-z]{2,})\b/.exec(text)
  return found ? [found[1] as string, found[2] as string] : undefined
}

/** Not where a part of the name stands in small letters, which may be a word as well: to rename it is to guess. */
function canRename(text: string, [first, last]: readonly [string, string]): boolean {
  const small = new RegExp(`\\b(?:${first.toLowerCase()}|${last.toLowerCase()})\\b`)
  return !small.test(renamed(text, [first, last]))
}

function renamed(text: string, [first, last]: readonly [string, string]): string {
  return text
    .replace(new RegExp(`\\b${first.toLowerCase()} ${last.toLowerCase()}\\b`, 'g'), 'maren voss')
    .replace(new RegExp(`\\b${first}\\b`, 'g'), 'Maren')
    .replace(new RegExp(`\\b${last}\\b`, 'g'), 'Voss')
}
