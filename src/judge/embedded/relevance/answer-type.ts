import { eng as functionWords } from 'stopword'
import { stem, words } from '../../../text/words/words.ts'
import type { AnswerType } from './question-type.ts'

const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?|half|several|twice|once|zero|none|single|couple|pair)\b/i
const month =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\bMay\b/i
const year = /\b(?:1\d{3}|20\d{2})\b(?![,.]?\d)/
const clock = /\b\d{1,2}(?::\d\d| ?[ap]\.?m)\b|\b\d{1,2} (?:to|until|till|and) \d{1,2}\b(?! ?\p{L}*%)/iu
/** An hour in words: "at nine", "half past six", "three in the afternoon". */
const hour =
  /\bo['’]clock\b|\b(?:at|from|until|till|by|past|to|around|about) (?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?= *(?:$|[.,;:!?)]|(?:to|until|till|and|or|on|every|in the|at night|sharp)\b))/i
const timeWord =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?|spring|summer|autumn|winter|centur(?:y|ies)|decades?|years?|months?|weeks?|days?|today|tonight|tomorrow|yesterday|daily|weekly|monthly|noon|midnight|morning|afternoon|evening|night|season|any ?time|immediately|instantly|soon|shortly|ago|after|before|until|since|during)\b/i
const duration =
  /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|fortnights?|months?|years?|decades?|centur(?:y|ies)|lifetime|overnight|forever)\b|\d ?(?:s|secs?|min|mins|h|hrs?)\b/i
const money =
  /[$€£¥]|\b(?:dollars?|cents?|euros?|pounds?|usd|eur|gbp|bucks|free|cheap|expensive|costs?|fees?|price[sd]?|gratis|nothing|chf|cad|aud|jpy|cny|inr|sek|nok|dkk|pln|kr)\b/i
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
const assertion =
  /\b(?:can|does|do|is|are|was|were|did|will|may|must|not|has|have|had|needs?|works?|fits?|comes?|free|welcome|allowed|possible|permitted|included|available|without|only|all|every|never|always|unless)\b|n't\b/i
const recommendation =
  /\b(?:recommend|best|good|great|excellent|choice|prefer|should|suggest|popular|often|ideal|try|favou?rite)\b/i

/** A capitalised word that does not begin the statement, or a pair of them that does. */
const name =
  /(?<=[\p{L}\p{N}'’,;:)"-] )\p{Lu}[\p{L}'’-]+|^[^\p{L}\p{N}_]*\p{Lu}\p{L}+(?= (?:\p{Lu}\p{L}|is\b|was\b))/gu
/** The same, unless it names a place or time: "in Paris". */
const actor = new RegExp(name.source.replace('(?<=', '(?<!\\b(?:in|at|from|near|to|on) (?:the )?)(?<='), 'gu')

/** Returns whether the statement has a name that the question does not. */
function hasNew(pattern: RegExp, question: string, statement: string): boolean {
  const known = new Set([...words(question), ...functionWords].map(stem))
  return [...statement.matchAll(pattern)].some(([match]) =>
    words(match).some((word) => !known.has(stem(word))),
  )
}

function hasAmount(statement: string): boolean {
  return /\d/.test(statement.replaceAll(new RegExp(year, 'g'), '')) || numberWord.test(statement)
}

export function bestMatch(
  types: readonly AnswerType[],
  question: string,
  statement: string,
): { type: AnswerType; match: number } {
  return types
    .map((type) => ({ type, match: typeMatch(type, question, statement) }))
    .reduce((best, next) => (next.match > best.match ? next : best))
}

/**
 * Returns whether the statement has the kind of answer that the question asks for: 1 yes, 0 no, in between if
 * it may have. 0.5 if the question does not say.
 */
function typeMatch(type: AnswerType, question: string, statement: string): number {
  const has = (pattern: RegExp) => pattern.test(statement)
  switch (type) {
    case 'person':
      return hasNew(actor, question, statement) ? 1 : has(somebody) ? 0.4 : 0
    case 'date':
      return has(year) || has(clock) || has(hour) || has(month)
        ? 1
        : has(timeWord)
          ? 0.7
          : has(/\d/)
            ? 0.3
            : 0
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
      // Any assertion may be the answer: "Returns are free" says that one can.
      return has(yesOrNo) ? 1 : has(assertion) ? 0.8 : 0.5
    case 'any':
      return 0.5
  }
}
