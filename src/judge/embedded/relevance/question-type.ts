/** The kind of answer that a question asks for. */
export type AnswerType =
  | 'person'
  | 'date'
  | 'number'
  | 'money'
  | 'duration'
  | 'place'
  | 'cause'
  | 'process'
  | 'procedure'
  | 'meaning'
  | 'choice'
  | 'confirmation'
  | 'any'

const auxiliary =
  "is|are|was|were|am|do|does|did|can|could|will|would|shall|should|has|have|had|may|might|must|isn't|aren't|doesn't|don't|didn't|can't|won't"

const measure =
  'long|tall|high|far|big|large|deep|wide|fast|often|heavy|thick|small|hot|cold|short|loud|old|strong|bright'
const quantityName =
  'population|diameter|dimensions?|weight|measurements?|height|length|width|distance|voltage|wattage|temperature|size|percentage|number|age'

/** Tests one pattern after another: joined by `.*`, they would restart at each match of the first. */
function followed(first: RegExp, second: RegExp): Pick<RegExp, 'test'> {
  return {
    test(text) {
      const match = first.exec(text)
      return match !== null && second.test(text.slice(match.index + match[0].length))
    },
  }
}

/** Patterns in the order of testing, for one question in lower case, from its question word on. */
const questionPatterns: readonly (readonly [AnswerType, Pick<RegExp, 'test'>])[] = [
  ['choice', /^should i\b/],
  ['confirmation', new RegExp(`^(?:${auxiliary})\\b`)],
  ['person', /^(?:who|whom|whose)\b|\bwhich (?:person|actor|actress|president|player|author|singer)\b/],
  ['money', followed(/\bhow much (?:do|does|did|is|are|will|would)\b/, /\b(?:cost|pay|charge)\b/)],
  ['money', /\bhow much (?:is|are|was)\b|\b(?:costs?|price|fees?)\b/],
  [
    'duration',
    /\bhow long (?:do|does|did|will|is|are|was|until|before|to|can|should|would|has|have)\b(?!.*\b(?:cord|cable|inches|feet)\b)/,
  ],
  ['number', new RegExp(`\\bhow (?:many|much|${measure})\\b`)],
  [
    'date',
    /^when\b|\b(?:what|which) (?:year|date|time|day|month|season|century)\b|\bbest time\b|\bhow recent/,
  ],
  ['number', new RegExp(`\\b(?:${quantityName})\\b`)],
  ['place', /^where\b|\b(?:what|which) (?:city|country|state|place|part|continent|town)\b/],
  ['cause', /^why\b|\bwhat (?:caused|causes|led|made|makes)\b|\b(?:reason|purpose)\b|\bhow come\b/],
  ['process', /\bhow (?:do|does|did|is|are|was|were) (?!i\b|you\b|we\b)/],
  ['procedure', /\bhow\b/],
  ['choice', /\b(?:recommend|suggest|best|better|should i)\b/],
  ['meaning', followed(/\bwhat (?:is|are|does|do) /, /\b(?:mean|means|meaning|stand for)\b/)],
  ['meaning', /\b(?:meaning|definition) of\b/],
  ['meaning', /^what (?:is|are) (?:an? )?[\w-]*\w(?: [\w-]*\w)?\W*$/],
  ['any', /^(?:what|which)\b/],
  ['confirmation', new RegExp(`\\b(?:${auxiliary}) (?:it|this|these|they|you|i|there|the)\\b`)],
]

const questionWord = /\b(?:who|whom|whose|what|which|when|where|why|how)\b/

/** Matches "Could you tell me", "do you know": the real question follows. */
const indirect =
  /^(?:can|could|would|will) (?:you|anyone|anybody|someone)(?: please)? (?=(?:tell|show|explain|suggest|recommend|describe|name|list|give|help)\b)|^(?:do|does) (?:you|anyone|anybody) (?=know\b)/

/** The start of a question: of a part or, with a question word, after "and" and the like. */
const beginning = new RegExp(
  `(?:^|[.,;:?!]\\s+)(?=${questionWord.source}|(?:${auxiliary})\\b)|\\b(?:and|or|but|so)\\s+(?=${questionWord.source})`,
  'g',
)

/** Returns the questions of a text in lower case, each from its question word or verb to the next. */
function questionsIn(text: string): string[] {
  const starts = [...text.matchAll(beginning)].map((match) => match.index + match[0].length)
  if (starts.length === 0) return [text.slice(Math.max(0, text.search(questionWord)))]
  return starts.map((start, index) => {
    const question = text.slice(start, starts[index + 1])
    const lead = indirect.exec(question)?.[0]
    if (lead === undefined) return question
    const asked = question.search(questionWord)
    return question.slice(asked < 0 ? lead.length : asked)
  })
}

/** Returns the kinds of answers that a text asks for, at least one, in the order of its questions. */
export function findAnswerTypes(text: string): AnswerType[] {
  const lowerCase = text.toLowerCase().replaceAll('’', "'").trim()
  const types = questionsIn(lowerCase).map(
    (question) => questionPatterns.find(([, pattern]) => pattern.test(question))?.[0] ?? 'any',
  )
  return [...new Set(types)]
}
