import { eng as functionWords } from 'stopword'
import { stem, words } from '../../../text/words.ts'

/** What kind of thing a question asks for. */
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

/** One pattern behind the other: as one pattern with `.*` between them, it would start again at each first. */
function followed(first: RegExp, second: RegExp): Pick<RegExp, 'test'> {
  return {
    test(text) {
      const match = first.exec(text)
      return match !== null && second.test(text.slice(match.index + match[0].length))
    },
  }
}

/** In the order in which they are tried, against the question in lower case. */
const questionPatterns: readonly (readonly [AnswerType, Pick<RegExp, 'test'>])[] = [
  ['person', /\b(?:who|whom|whose)\b|\bwhich (?:person|actor|actress|president|player|author|singer)\b/],
  ['money', followed(/\bhow much (?:do|does|did|is|are|will|would)\b/, /\b(?:cost|pay|charge)\b/)],
  ['money', /\bhow much (?:is|are|was)\b|\b(?:costs?|price|fees?)\b/],
  [
    'duration',
    /\bhow long (?:do|does|did|will|is|are|was|until|before|to|can|should|would|has|have)\b(?!.*\b(?:cord|cable|inches|feet)\b)/,
  ],
  ['number', new RegExp(`\\bhow (?:many|much|${measure})\\b`)],
  [
    'date',
    /\bwhen\b|\b(?:what|which) (?:year|date|time|day|month|season|century)\b|\bbest time\b|\bhow recent/,
  ],
  ['number', new RegExp(`\\b(?:${quantityName})\\b`)],
  ['place', /\bwhere\b|\b(?:what|which) (?:city|country|state|place|part|continent|town)\b/],
  ['cause', /\bwhy\b|\bwhat (?:caused|causes|led|made|makes)\b|\b(?:reason|purpose)\b|\bhow come\b/],
  ['process', /\bhow (?:do|does|did|is|are|was|were) (?!i\b|you\b|we\b)/],
  ['procedure', /\bhow\b/],
  ['choice', /\b(?:recommend|suggest|best|which)\b|\bshould i\b/],
  ['meaning', followed(/\bwhat (?:is|are|does|do) /, /\b(?:mean|means|meaning|stand for)\b/)],
  ['meaning', /\b(?:meaning|definition) of\b/],
  ['meaning', /^\W*what (?:is|are) (?:an? )?[\w-]*\w(?: [\w-]*\w)?\W*$/],
  ['any', /^\W*(?:what|which)\b/],
  [
    'confirmation',
    new RegExp(`^\\W*(?:${auxiliary})\\b|\\b(?:${auxiliary}) (?:it|this|these|they|you|i|there|the)\\b`),
  ],
]

export function answerTypeOf(question: string): AnswerType {
  const lowerCase = question.toLowerCase().replaceAll('’', "'")
  return questionPatterns.find(([, pattern]) => pattern.test(lowerCase))?.[0] ?? 'any'
}

const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?|half|several|twice|once)\b/i
const month =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\bMay\b/i
const year = /\b(?:1\d{3}|20\d{2})\b(?![,.]?\d)/
const clock = /\b\d{1,2}(?::\d\d| ?[ap]\.?m)\b/i
const timeWord =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter|centur(?:y|ies)|decades?|years?|months?|weeks?|days?|today|tomorrow|yesterday|noon|midnight|morning|evening|night|season|after|before|until|since|during)\b/i
const duration =
  /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|overnight|forever)\b/i
const money =
  /[$€£¥]|\b(?:dollars?|cents?|euros?|pounds?|usd|eur|gbp|bucks|free|cheap|expensive|costs?|fees?|price[sd]?)\b/i
const somebody = /\b(?:he|she|by|man|woman|people|person|those|anyone|members?|players?)\b/i
const quantity = /\b(?:many|much|few|several|free|more|less|about|size|inch(?:es)?)\b/i
const namedPlace = /\b(?:in|at|from|near|to|of) (?:the )?(?:[\p{L}]+ )?\p{Lu}/u
const placeWord =
  /\b(?:city|country|state|street|north|south|east|west|located|location|island|river|region|area|border|county|province|town|village|coast|central|(?:on|in|at|from|near|under|inside|behind|above|below|between|along) (?:the|a|an|your|our))\b/i
const cause =
  /\b(?:because|due to|caused?|causes|reasons?|led to|leads? to|so that|in order to|result(?:s|ed|ing)? (?:in|of|from)|triggered|since|therefore|thus|to (?:prevent|allow|help|make|protect|provide|ensure|keep))\b/i
const imperative =
  /^\W*(?:use|click|go|open|select|choose|press|set|add|mix|put|take|make|turn|enter|try|follow|wait|plant|whisk|remove|place|install|run|create|start|check|cut|cook|type|push|pull|pour|stir|hold|apply|clean|wash|drag|tap|visit|call|contact|log|sign|restart|download|update|write|fill|pick|keep|let|bring|boil|heat|bake|insert|attach|connect|unplug|plug|hit|just|simply|first|then|ensure|avoid|consider)\b/i
const step =
  /\b(?:by \w+ing|you (?:can|need|have to|must|should|just|simply)|then|first|using|steps?|in order to)\b/i
const passive = /\b(?:is|are|was|were|be|been) \w+(?:ed|en|t|wn|de)\b/i
const working =
  /\b(?:by \w+ing|then|when|which|into|through|using|works?|(?:in order )?to (?!be\b|the\b|an?\b)[a-z]+)\b/i
const definition =
  /\b(?:is|are|was) (?:an?|the|any|when|one)\b|\b(?:means?|refers?|defined|indicates?|describes?|term|known as|stands? for|measures?|scores|tells)\b/i
const pronoun = /^\W*(?:it|this|that|they|these|those)\b/i
const yesOrNo = /^\W*(?:yes|no|yeah|nope|absolutely|definitely|not)\b/i
const claim = /\b(?:can|does|do|is|are|will|not|has|have|works?|fits?|comes?)\b|n't\b/i
const recommendation =
  /\b(?:recommend|best|good|great|excellent|choice|prefer|should|suggest|popular|often|ideal|try|favou?rite)\b/i

/** A word in capitals that does not begin the statement, or a pair of them that does. */
const name =
  /(?<=[\p{L}\p{N}'’,;:)"-] )\p{Lu}[\p{L}'’-]+|^[^\p{L}\p{N}_]*\p{Lu}\p{L}+(?= (?:\p{Lu}\p{L}|is\b|was\b))/gu
/** The same, not as the name of a place or time: "in Paris". */
const actor = new RegExp(name.source.replace('(?<=', '(?<!\\b(?:in|at|from|near|to|on) (?:the )?)(?<='), 'gu')

/** Whether the statement has a name that the question does not. */
function hasNew(pattern: RegExp, question: string, statement: string): boolean {
  const known = new Set([...words(question), ...functionWords].map(stem))
  return [...statement.matchAll(pattern)].some(([match]) =>
    words(match).some((word) => !known.has(stem(word))),
  )
}

/** Whether there is a number that is not a year. */
function hasAmount(statement: string): boolean {
  return /\d/.test(statement.replaceAll(new RegExp(year, 'g'), '')) || numberWord.test(statement)
}

/**
 * Whether the statement has the kind of thing that the question asks for: 1 yes, 0 no, between them where
 * it may have. 0.5 where the question does not say.
 */
export function typeMatch(type: AnswerType, question: string, statement: string): number {
  const has = (pattern: RegExp) => pattern.test(statement)
  switch (type) {
    case 'person':
      return hasNew(actor, question, statement) ? 1 : has(somebody) ? 0.4 : 0
    case 'date':
      return has(year) || has(clock) || has(month) ? 1 : has(timeWord) ? 0.7 : has(/\d/) ? 0.3 : 0
    case 'number':
      return hasAmount(statement) ? 1 : has(quantity) ? 0.4 : 0
    case 'money':
      return has(money) ? 1 : hasAmount(statement) ? 0.4 : 0
    case 'duration':
      return has(duration) ? 1 : hasAmount(statement) ? 0.4 : 0
    case 'place':
      return has(namedPlace) && hasNew(name, question, statement) ? 1 : has(placeWord) ? 0.5 : 0
    case 'cause':
      return has(cause) ? 1 : 0
    case 'process':
      return has(imperative) ? 0 : has(working) || has(passive) ? 1 : 0.3
    case 'procedure':
      return has(imperative) || has(step) ? 1 : has(passive) ? 0.5 : 0
    case 'meaning':
      return has(definition) ? 1 : has(pronoun) ? 0.5 : 0
    case 'choice':
      return has(recommendation) || hasNew(name, question, statement) ? 1 : 0
    case 'confirmation':
      return has(yesOrNo) ? 1 : has(claim) ? 0.5 : 0
    case 'any':
      return 0.5
  }
}
