import { stem } from '../../../text/words/words.ts'

const negation =
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|fail(?:s|ed)?|refus(?:es?|ed)|den(?:y|ies|ied)|lack(?:s|ed)?|unable)\b|\b\p{L}{0,12}n['’]t\b/iu

export const denialIn = (text: string): string | undefined => negation.exec(text)?.[0]

/** Returns whether a text negates a word: "does not open", "is not often open". */
export const isDenied = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?:\b(?:not|never|no)|n['’]t)\s+(?:[\p{L}]+\s+){0,2}?${word}(?!\p{L})`, 'iu').test(
    text,
  )

export const isNegated = (text: string): boolean => denialIn(text) !== undefined

const pairs = `before after|first last|more less|more fewer|most least|increase decrease|increase decline|rise fall|high low
  |higher lower|large small|largest smallest|big small|bigger smaller|long short|longer shorter|old young|older younger
  |oldest youngest|early late|earlier later|open close|start end|win lose|victory defeat|male female|man woman|boy girl
  |son daughter|father mother|brother sister|husband wife|king queen|north south|east west|northern southern
  |eastern western|left right|up down|above below|inside outside|import export|buy sell|accept reject|accept refuse
  |allow ban|allow forbid|allow prevent|support oppose|support condemn|approve reject|love hate|like dislike
  |positive negative|public private|true false|guilty innocent|rich poor|strong weak|hot cold|warm cold|dry wet|hard soft
  |fast slow|success failure|succeed fail|alive dead|live die|born died|married unmarried|married divorced|same different
  |always never|all none|many few|major minor|domestic foreign|rural urban|rare common|democrat republican
  |democratic republican|conservative liberal|protestant catholic|modern ancient|indoor outdoor|include exclude
  |enter leave|arrive leave|arrive depart|join leave|attack defend|gain lose|add remove|build destroy|create destroy
  |legal illegal|possible impossible|successful unsuccessful|known unknown|popular unpopular|usual unusual|happy sad
  |peace war|friend enemy|ally enemy|teacher student|parent child|easy difficult|simple complex|maximum minimum
  |future past|day night|summer winter|spring autumn|top bottom|front back|white black|friendly hostile
  |voluntary forced|natural artificial|fiction fact|comedy tragedy|praise criticise|only several|alone together
  |raise lower|raise drop|raise cut|rise drop|rise decline|increase reduce|increase drop|grow shrink|expand shrink
  |improve worsen|strengthen weaken|lock unlock|install uninstall|mandatory optional|enable disable|enabled disabled|required optional|free paid|online offline|upper lower|minimum maximum|left stayed|rise sink
  |safe dangerous|harder easier|cheaper dearer|cheap expensive|near far|heavy light|wide narrow|deep shallow|full empty
  |faster slower|quicker slower|stronger weaker|lighter heavier|wider narrower|deeper shallower|hotter colder
  |warmer colder|harder softer|closer farther|louder quieter|thicker thinner|brighter darker|better worse|best worst
  |larger smaller|taller shorter|newer older|nearer farther|lower greater
  |valid invalid|active inactive|complete incomplete|correct incorrect|correct wrong|accurate inaccurate
  |visible invisible|visible hidden|dependent independent|connect disconnect|agree disagree|appear disappear
  |continue stop|start stop|sufficient insufficient|secure insecure|accessible inaccessible|begin end`

/** The opposites of each word that has any, as stems. */
export const opposites = new Map<string, Set<string>>()
for (const pair of pairs.split('|')) {
  const [a = '', b = ''] = pair.trim().split(/\s+/).map(stem)
  opposites.set(a, (opposites.get(a) ?? new Set()).add(b))
  opposites.set(b, (opposites.get(b) ?? new Set()).add(a))
}

/** Returns a word only in the claim and its opposite only in the text, as stems. */
export function oppositeIn(
  claim: ReadonlySet<string>,
  text: ReadonlySet<string>,
): { readonly claimed: string; readonly said: string } | undefined {
  for (const claimed of claim) {
    if (text.has(claimed)) continue
    const said = [...(opposites.get(claimed) ?? [])].find((other) => text.has(other) && !claim.has(other))
    if (said !== undefined) return { claimed, said }
  }
  return undefined
}

/** Absolute words: a claim with one says more than a context without it. */
const strict = new Set(
  'first last only most best largest biggest greatest highest oldest never always all every entire exactly same sole solely no none both second third least worst any more less over under before after until since half twice'
    .split(' ')
    .map(stem),
)

export function strictWordsMissing(claim: ReadonlySet<string>, text: ReadonlySet<string>): number {
  return [...claim].filter((word) => strict.has(word) && !text.has(word)).length
}

/** Irregular forms of one word, and words so close in meaning that a claim may use either. */
const families = `
  wrote write written writer author authored penned novelist|film movie|begin began begun start commence
  |found founded founder establish established founding|make made maker create creator created|win won winner winning
  |lose lost loser defeat|die died death dead passed|born birth native|child children kid kids son daughter
  |go went gone|come came|become became|take took taken|give gave given|get got gotten receive|see saw seen|say said told tell
  |know knew known|think thought|find found|buy bought purchase purchased|sell sold sale|build built construct constructed
  |lead led leader|hold held|keep kept|leave left departed|meet met meeting|run ran|sing sang sung singer|speak spoke spoken
  |spend spent|teach taught teacher|fight fought battle war|grow grew grown|fall fell fallen|rise rose risen|sink sank sunk|forbid forbade forbidden|send sent
  |choose chose chosen choice|drive drove driven|fly flew flown flight|eat ate eaten|beat beaten|bring brought|catch caught
  |draw drew drawn|feel felt|shoot shot|steal stole stolen|wear wore worn|break broke broken|show showed shown
  |marry married marriage wed wife husband spouse wedding|city town|country nation|big large huge great|small little tiny
  |kill killed murder murdered|car vehicle|job work position role|begin beginning|end ended finish finished conclude
  |film movie picture|song track single|picture photo photograph image|doctor physician|help aid assist
  |attack attacked assault|injure injured hurt wounded|police officer|ask asked request|reveal revealed disclose disclosed
  |buy buyer|actor actress starred star stars|team club side|match game|area region|company firm business|money cash
  |usa america american|uk britain british|france french|spain spanish|england english|germany german|china chinese
  |italy italian|netherlands dutch|greece greek|turkey turkish|wales welsh|ireland irish|scotland scottish|denmark danish
  |sweden swedish|poland polish|switzerland swiss|japan japanese|portugal portuguese|hurry rush|quick fast rapid
  |jail prison|woman women|man men|person people|mother mum mom|father dad|foot feet|tooth teeth|mouse mice|wife wives|life lives live`

const heads: ReadonlyMap<string, string> = new Map(
  families
    .split('|')
    .map((family) => family.trim().split(/\s+/))
    .toReversed()
    .flatMap(([head = '', ...rest]) => [head, ...rest].map((word) => [stem(word), stem(head)] as const)),
)

/** Returns one stem for all forms and near synonyms of a folded word. */
export function sense(word: string): string {
  const folded = stem(word)
  return heads.get(folded) ?? folded
}
