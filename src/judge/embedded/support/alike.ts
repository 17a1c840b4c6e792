import { stem } from '../../../text/words.ts'

/** Forms of one word that no ending explains, and words that mean so nearly the same that a claim may use either. */
const families = `
  wrote write written writer author authored penned novelist|film movie|begin began begun start commence
  |found founded founder establish established founding|make made maker create creator created|win won winner winning
  |lose lost loser defeat|die died death dead passed|born birth native|child children kid kids son daughter
  |go went gone|come came|become became|take took taken|give gave given|get got gotten receive|see saw seen|say said told tell
  |know knew known|think thought|find found|buy bought purchase purchased|sell sold sale|build built construct constructed
  |lead led leader|hold held|keep kept|leave left departed|meet met meeting|run ran|sing sang sung singer|speak spoke spoken
  |spend spent|teach taught teacher|fight fought battle war|grow grew grown|fall fell fallen|rise rose risen|send sent
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

/** One stem for all forms and near synonyms of a word that has been folded. */
export function sense(word: string): string {
  const folded = stem(word)
  return heads.get(folded) ?? folded
}
