import type { Encoder } from '../../src/judge/embedded/encoder.ts'
import { readQuestion } from '../../src/judge/embedded/features.ts'
import { likeness, stemsOf } from '../../src/judge/embedded/overlap.ts'
import type { MeasuredExample } from '../../src/judge/embedded/training/examples.ts'
import { cosine } from '../../src/judge/embedded/vectors.ts'
import { contentWords, stem, words } from '../../src/text/words.ts'

/** Name of a number that was tried to that number. */
export type Additions = Readonly<Record<string, number>>

export interface TriedExample extends MeasuredExample {
  readonly additions: Additions
  /** The encoder's two vectors, multiplied number by number. */
  readonly products: Float64Array
}

/** Text of a corpus with blanks around its marks ("Greg 's mother ,") as people write it. */
function asWritten(text: string): string {
  return text
    .replaceAll(/``|''/g, '"')
    .replaceAll(/\s+([,.;:!?%)])/g, '$1')
    .replaceAll(/([($])\s+/g, '$1')
    .replaceAll(/\s+('s|n't|'re|'ve|'d|'ll|'m)\b/g, '$1')
    .replaceAll(' - ', '-')
}

function clausesOf(text: string): string[] {
  const parts = text.split(
    /[,;:()]\s+|\s+--\s+|\s+(?=(?:and|but|or|which|who|that|where|when|while|because|although|as|after|before)\s)/i,
  )
  return [text, ...parts.filter((part) => words(part).length > 3)]
}

/** The question as the beginning of its answer. */
function asStatement(question: string): string {
  return question
    .toLowerCase()
    .replaceAll('?', '')
    .replace(/\bhow (?:many|much)\b/, 'a number of')
    .replace(/\bhow (?:do|does|did|is|are|was|were|to|can|could)\b/, 'by doing this')
    .replace(/^\W*who (?:is|are|was|were)\b/, 'he is')
    .replace(/\bwho\b/, 'he')
    .replace(/\bwhen (?:is|are|was|were|do|does|did)\b/, 'in the year')
    .replace(/\bwhere (?:is|are|was|were|do|does|did)\b/, 'in the place')
    .replace(/\bwhy (?:is|are|was|were|do|does|did)\b/, 'because')
    .replace(/^\W*(?:what|which) (?:is|are|was|were|do|does|did)\b/, 'it is')
}

/** What a question says to what its answers say. */
const cues: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:function|purpose|role|used?)\b/, /\b(?:functions?|purposes?|roles?|used|serv|allow|help|provid)/],
  [/\b(?:mean|means|meaning|significance)\b/, /\b(?:mean|refers?|terms?|signif|about|represent|defin)/],
  [/\b(?:names?|called)\b/, /\b(?:name|called|known as|titled?)/],
  [/\bdifferen/, /\b(?:while|whereas|unlike|differ|than|contrast|both)\b/],
  [/\b(?:come from|came from|origin)/, /\b(?:origin|from|deriv|first|coin|invent|named after)/],
  [/\b(?:about|story|plot)\b/, /\b(?:story|tells?|about|follows|inspired|based on)\b/],
  [/\b(?:sang|sings?|sung)\b/, /\b(?:song by|record|perform|sung|sings?|sang|vocal|singer|band)/],
  [/\b(?:play|voice|character|actor|actress)/, /\b(?:play|portray|star|voice|cast|role|actor|actress)/],
  [/\b(?:wrote|write|author|written)\b/, /\b(?:wrote|written|author|compos)/],
  [/\b(?:won|wins?|winner)\b/, /\b(?:won|wins?|winn|defeat|victor|champion|beat)/],
  [
    /\b(?:invent|discover|found|creat|start)/,
    /\b(?:invent|discover|found|creat|establish|develop|first|began)/,
  ],
  [/\b(?:effect|impact|result|happen|damage)/, /\b(?:result|effect|impact|caus|led|damag|destroy|became)/],
  [/\b(?:types?|kinds?|forms?|stages?|parts?)\b/, /\b(?:types?|kinds?|forms?|stages?|parts?|includ|consist)/],
]

function cueMatch(question: string, statement: string): number {
  const asked = cues.filter(([cue]) => cue.test(question.toLowerCase()))
  const met = asked.filter(([, answer]) => answer.test(statement.toLowerCase()))
  return asked.length === 0 ? 0.5 : met.length / asked.length
}

/** Rare words of the calibration texts count more: the logarithm of the inverse document frequency. */
function rarityIn(texts: readonly string[]): (stem: string) => number {
  const counts = new Map<string, number>()
  for (const text of new Set(texts))
    for (const found of new Set(stemsOf(text))) counts.set(found, (counts.get(found) ?? 0) + 1)
  const total = new Set(texts).size
  return (found) => Math.log((total + 1) / ((counts.get(found) ?? 0) + 1))
}

function pairsOf(list: readonly string[]): string[] {
  return list.slice(1).map((word, index) => `${list[index]} ${word}`)
}

function share(found: readonly number[], of: readonly number[]): number {
  const total = of.reduce((sum, value) => sum + value, 0)
  return total === 0 ? 0 : found.reduce((sum, value) => sum + value, 0) / total
}

/** Every number that was tried, for every example. */
export async function measureAdditions(
  examples: readonly MeasuredExample[],
  encoder: Encoder,
): Promise<TriedExample[]> {
  const questionOf = ({ question }: MeasuredExample) => readQuestion(question).text
  const texts = new Set(
    examples.flatMap((example) => [
      questionOf(example),
      asStatement(questionOf(example)),
      example.statement,
      asWritten(example.statement),
      ...clausesOf(asWritten(example.statement)),
      ...contentWords(questionOf(example)),
      ...contentWords(example.statement),
    ]),
  )
  const sorted = [...texts].sort((a, b) => a.length - b.length)
  const encoded = await encoder.encode(sorted)
  const vectors = new Map(sorted.map((text, index) => [text, encoded[index] as Float32Array]))
  const vector = (text: string) => vectors.get(text) as Float32Array
  const near = (a: string, b: string) => cosine(vector(a), vector(b))
  const best = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value), 0)
  const rarity = rarityIn(examples.flatMap(({ question, statement }) => [question, statement]))
  return examples.map((example) => {
    const question = questionOf(example)
    const { statement } = example
    const written = asWritten(statement)
    const asked = [...new Set(stemsOf(question))]
    const said = stemsOf(written)
    const all = words(written).map(stem)
    const present = asked.map((word) => best(said.map((other) => likeness(word, other))))
    const place = all.findIndex((word) => asked.includes(word))
    const askedPairs = pairsOf(words(question).map(stem))
    const saidPairs = new Set(pairsOf(all))
    const questionWords = contentWords(question)
    const saidWords = contentWords(statement)
    const inMeaning = (from: readonly string[], to: readonly string[]) =>
      share(
        from.map((word) => best(to.map((other) => near(word, other)))),
        from.map(() => 1),
      )
    const [first, second] = [vector(question), vector(statement)]
    return {
      ...example,
      products: Float64Array.from(first, (value, index) => value * (second[index] as number)),
      additions: {
        writtenCosine: near(question, written),
        rareCoverage: share(
          asked.map((word, index) => rarity(word) * (present[index] as number)),
          asked.map(rarity),
        ),
        pairs: share(
          askedPairs.map((pair) => (saidPairs.has(pair) ? 1 : 0)),
          askedPairs.map(() => 1),
        ),
        firstPlace: place < 0 ? 0 : 1 / (1 + place / 3),
        cue: cueMatch(question, written),
        pronoun: /^\W*(?:it|they|he|she|this|these|that|those|its|their|his|her)\b/i.test(written) ? 1 : 0,
        names: share(
          (written.match(/(?<=\S\s+)\p{Lu}/gu) ?? []).map(() => 1),
          all.map(() => 1),
        ),
        statementCosine: near(asStatement(question), written),
        clauseCosine: best(clausesOf(written).map((clause) => near(question, clause))),
        wordsInMeaning: inMeaning(questionWords, saidWords),
        wordsInMeaningBack: inMeaning(saidWords, questionWords),
        typeCosine: example.features.type * (example.features.cosine ?? Number.NaN),
        typeCoverage: example.features.type * example.features.coverage,
      },
    }
  })
}
