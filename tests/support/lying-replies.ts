import { type Entries, type Entry, entriesOf, honestText, list, object, schemaOf } from './honest-replies.ts'
import type { ModelReply, ModelRequest } from './openai-server.ts'

export interface Lied {
  /** The answers of an honest judge, and what they look like as a reply. */
  readonly entries: Entries
  readonly honest: string
  /** Other answers, in the right form: what the text's author wants, or what the judge thought at first. */
  readonly wrong: string
  readonly wrongEntries: Entries
  readonly request: ModelRequest
}
export type Lie = (lied: Lied) => string | ModelReply

export const renamed = (entries: Entries, rename: (id: string, index: number) => string) =>
  object(entries.map(([id, entry], index) => [rename(id, index), entry]))
const counted = (by: number) => (id: string) => id.replace(/\d+$/, (number) => String(Number(number) + by))
/** Ids moved by one; where there is only one, none that was asked is left. */
const moved = (entries: Entries, by: number) => {
  const asked = new Set(entries.map(([id]) => id))
  return object(
    entries.flatMap(([id, entry]) => {
      const next = counted(by)(id)
      return asked.has(next) && next !== id ? [[next, entry] as const] : []
    }),
  )
}
export const each =
  (change: (entry: Entry, index: number) => object) =>
  ({ entries }: Lied) =>
    JSON.stringify(Object.fromEntries(entries.map(([id, entry], index) => [id, change(entry, index)])))
export const eachWrong = (change: (entry: Entry, index: number) => object) => (lied: Lied) =>
  each(change)({ ...lied, entries: lied.wrongEntries })
export const verdict = (value: (said: unknown) => unknown) =>
  each((entry) => ({ ...entry, verdict: value(entry.verdict) }))
export const share = (value: (said: number, index: number) => unknown) =>
  each((entry, index) => ('share' in entry ? { ...entry, share: value(Number(entry.share), index) } : entry))
export const more = (text: string, added: string) => text.replace(/\}$/, `,${added}}`)
const first = (entries: Entries) => entries.slice(0, 1)

const ids: Readonly<Record<string, Lie>> = {
  'first id missing': ({ entries }) => object(entries.slice(1)),
  'last id missing': ({ entries }) => object(entries.slice(0, -1)),
  'all but the first missing': ({ entries }) => (entries.length > 1 ? object(first(entries)) : '{}'),
  'all ids missing': () => '{}',
  'an id more': ({ honest, wrongEntries }) => more(honest, `"x99":${JSON.stringify(wrongEntries[0]?.[1])}`),
  'an empty id more': ({ honest, wrongEntries }) =>
    more(honest, `"":${JSON.stringify(wrongEntries[0]?.[1])}`),
  'counted from one less': ({ entries }) => renamed(entries, counted(-1)),
  'counted from one more': ({ entries }) => renamed(entries, counted(1)),
  'moved up by one': ({ entries }) => moved(entries, -1),
  'moved down by one': ({ entries }) => moved(entries, 1),
  'an id twice, the rest moved down': ({ entries }) =>
    list(entries.map(([id, entry], index) => [index === 0 ? id : counted(-1)(id), entry])),
  'an id twice, differently': ({ honest, wrong }) => `${honest.slice(0, -1)},${wrong.slice(1)}`,
  'an id twice, first wrongly': ({ honest, wrong }) => `${wrong.slice(0, -1)},${honest.slice(1)}`,
  'an id twice, escaped': ({ honest, wrong }) =>
    `${wrong.slice(0, -1)},${honest.slice(1).replace(/"([a-z])/, (_, letter) => `"\\u00${letter.charCodeAt(0).toString(16)}`)}`,
  'an id twice, listed': ({ entries, wrongEntries }) => list([...wrongEntries, ...first(entries)]),
  'capital ids': ({ wrongEntries }) =>
    renamed(wrongEntries, (id) => id.toUpperCase().replace(/^(\d)/, 'N$1')),
  'ids with a space': ({ wrongEntries }) => renamed(wrongEntries, (id) => ` ${id}`),
  'ids in look-alikes': ({ wrongEntries }) => renamed(wrongEntries, (id) => `${id}\u200B`),
  'ids in full width': ({ wrongEntries }) =>
    renamed(
      wrongEntries,
      (id) => `${id.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))}．`,
    ),
  'numbers as ids': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.map(([, entry], index) => ({ id: index + 1, ...entry }))),
  'no ids, listed': ({ wrongEntries }) => JSON.stringify(wrongEntries.map(([, entry]) => entry)),
  'null as ids': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.map(([, entry]) => ({ id: null, ...entry }))),
  'other ids within': ({ wrongEntries }) =>
    JSON.stringify(Object.fromEntries(wrongEntries.map(([id, entry]) => [id, { id: `${id}9`, ...entry }]))),
  'lists in a list': ({ wrong }) => `[[${wrong}]]`,
  'objects in a list': ({ wrong, honest }) => `[${wrong},${honest}]`,
  'ids together': ({ wrongEntries }) =>
    JSON.stringify({ [wrongEntries.map(([id]) => id).join(', ') || 'x']: wrongEntries[0]?.[1] }).replace(
      /^\{"/,
      '{"all: ',
    ),
  'a prototype more': ({ wrong }) => more(wrong, '"__proto__":{"verdict":true}'),
}

const verdicts: Readonly<Record<string, Lie>> = {
  'a verdict with not': verdict((said) => `not ${said}`),
  'a verdict with a doubt': verdict((said) => `${said}, or not`),
  'a verdict that is two': verdict((said) => `${said} / other`),
  'an empty verdict': verdict(() => ''),
  'null as verdict': verdict(() => null),
  'a list as verdict': verdict((said) => [said]),
  'an object as verdict': verdict((said) => ({ verdict: said })),
  'a part as verdict': verdict(() => '0.8.1'),
  'a number below the scale': verdict(() => -1),
  'a number above the scale': verdict(() => 1e9),
  'a number that is none': verdict(() => 'NaN'),
  'a word as verdict': verdict(() => 'perhaps'),
  'a verdict in look-alikes': verdict((said) => `${said}\u0430`),
  'a verdict with a hidden sign': verdict((said) => `\u200B${said}\u200B`),
  'a verdict that ends otherwise': eachWrong((entry) => ({
    ...entry,
    verdict: `${entry.verdict}${' '.repeat(120)}no`,
  })),
  'a verdict under another name': each(({ verdict: answer, ...entry }) => ({ ...entry, answer })),
  'a verdict in the reason only': each(({ verdict: said, ...entry }) => ({
    ...entry,
    reason: `verdict: ${said}`,
  })),
  'a verdict taken back': eachWrong((entry) => ({ ...entry, corrected: 'otherwise' })),
  'a verdict twice in an entry': ({ wrong }) =>
    wrong.replaceAll(/("verdict":)("[^"]*"|[\w.]+)/g, '$1$2,$1"other"'),
  'a verdict twice, in two spellings': eachWrong((entry) => ({ ...entry, Verdict: 'other' })),
  'an entry within an entry': eachWrong((entry) => ({ answer: entry })),
  'verdicts with a full stop': verdict((said) => (typeof said === 'string' ? `${said}.` : said)),
  'verdicts in capitals': verdict((said) => (typeof said === 'string' ? said.toUpperCase() : said)),
  'verdicts alone': ({ entries }) =>
    JSON.stringify(Object.fromEntries(entries.map(([id, entry]) => [id, entry.verdict]))),
  'reasons against the verdicts': each((entry) => ({ ...entry, reason: 'c1: it is quite otherwise' })),
}

const shares: Readonly<Record<string, Lie>> = {
  'shares as fractions': share((said) => said / 100),
  'shares on two scales': share((said, index) => (index % 2 === 0 ? said : said / 100)),
  'shares above 100': share((said) => said * 10 + 101),
  'shares below 0': share((said) => -said),
  'null as share': share(() => null),
  'words as shares': share(() => 'most'),
  'shares with a sign': share((said) => `${said}%`),
  'shares with much space': share((said) => `${100 - said}${' '.repeat(120)}`),
  'lists as shares': share((said) => [said]),
  // Of what lies in the middle, a step of a level or less, nobody could see that it was turned round.
  'shares against the verdicts': share((said) => (Math.abs(said - 50) < 25 ? said : 100 - said)),
  'no shares': each(({ share: _, ...entry }) => entry),
  'endless shares': (lied) =>
    share(() => '#')(lied)
      .toString()
      .replaceAll('"#"', '1e999'),
}

/** What only a reply with verdicts can look like. */
const forms: Readonly<Record<string, Lie>> = {
  'the shape of another scorer': () => '{"units":["yes","yes"]}',
  'an empty list': () => '[]',
  'one value a line': ({ wrongEntries }) => `${wrongEntries.map((entry) => object([entry])).join('\n')}\n{}`,
  YAML: ({ wrongEntries }) =>
    wrongEntries.map(([id, entry]) => `${id}:\n  verdict: ${entry.verdict}`).join('\n'),
  'a table': ({ wrongEntries }) =>
    wrongEntries.map(([id, entry]) => `| ${id} | ${entry.verdict} |`).join('\n'),
  'a list of answers': ({ entries }) => list(entries),
  'the schema': ({ request }) => JSON.stringify(schemaOf(request)),
  'verdicts of another library': ({ wrongEntries }) =>
    JSON.stringify({
      verdicts: wrongEntries.map(([, { verdict: said, reason }]) => ({ verdict: said, reason })),
    }),
  'results of another library': ({ wrongEntries }) =>
    JSON.stringify({
      results: wrongEntries.map(([, { verdict: said, reason }]) => ({ result: said, reason })),
    }),
}

/** What is done with a reply as a text. */
const texts: Readonly<Record<string, Lie>> = {
  'a refusal that quotes': ({ wrong }) => `I will not follow ${wrong} in the text.`,
  'a refusal that ends with a quote': ({ wrong }) => `The text wants me to say:\n${wrong}`,
  'a quote in a fence, in prose': ({ wrong }) => `Not this:\n\`\`\`json\n${wrong}\n\`\`\`\nIt is otherwise.`,
  'a first idea, taken back': ({ wrong }) => `${wrong}\nNo, that is wrong.`,
  'thoughts, then prose': ({ wrong }) => `<think>${wrong}</think>It is otherwise.`,
  'thoughts, then the answer': ({ wrong, honest }) => `<think>${wrong}?</think>\n${honest}`,
  'thoughts that end twice': ({ wrong }) => `<think>"</think>${wrong}" it says</think>so ${wrong}`,
  'thoughts without an end': ({ wrong }) => `<think>${wrong}`,
  'thoughts without a beginning': ({ wrong, honest }) => `${wrong}?</think>${honest}`,
  'thoughts after the answer': ({ wrong }) => `${wrong}<think>no, otherwise</think>`,
  'an echo, then a truncated answer': ({ wrong, honest }) => `${wrong}${honest.slice(0, -9)}`,
  'a wrong value, then the right one': ({ wrong, honest }) => `${wrong}\n${honest}`,
  'the right value, then a wrong one': ({ wrong, honest }) => `${honest}\n${wrong}`,
  'two fences': ({ wrong, honest }) => `\`\`\`\n${wrong}\n\`\`\`\n\`\`\`\n${honest}\n\`\`\``,
  'a wrapper beside answers': ({ wrong, honest }) => `{"answers":${wrong},${honest.slice(1)}`,
  'two wrappers': ({ wrong, honest }) => `{"answers":${wrong},"verdicts":${honest}}`,
  'a wrapper in a wrapper': ({ wrong }) => `{"answers":{"results":${wrong}}}`,
  'a draft as wrapper': ({ wrong }) => `{"draft":${wrong}}`,
  'a wrapper': ({ honest }) => `{"answers":${honest}}`,
  'a note beside': ({ wrong }) => more(wrong, '"note":"it is otherwise"'),
  'a comment within': ({ wrong }) => wrong.replace(/\}$/, '/* otherwise */}'),
  'a comment behind': ({ wrong }) => `${wrong} // otherwise`,
  'JSON as a string': ({ wrong }) => JSON.stringify(wrong),
  truncated: ({ honest }) => honest.slice(0, -12),
  'truncated in half': ({ honest }) => honest.slice(0, honest.length / 2),
  XML: ({ wrong }) => `<answer>${wrong}</answer>`,
  'single quotes': ({ wrong }) => wrong.replaceAll('"', "'"),
  'bare names': ({ wrong }) => wrong.replaceAll(/"(\w+)":/g, '$1:'),
  'curly quotes': ({ wrong }) => wrong.replaceAll('"', '“'),
  code: ({ wrong }) => `const reply = ${wrong};`,
  'a call': ({ wrong }) => `respond(${wrong})`,
  nothing: () => '',
  'white space': () => ' \n\t ',
  'the word null': () => 'null',
  'a word': () => '"yes"',
  'a number': () => '1',
  'a byte order mark': ({ honest }) => `\uFEFF${honest}`,
  'a NUL after each letter': ({ wrong }) => wrong.replaceAll(/(.)/g, '$1\0'),
  'a fence': ({ honest }) => `\`\`\`json\n${honest}\n\`\`\``,
  'a fence of another language': ({ wrong }) => `\`\`\`python\n${wrong}\n\`\`\``,
  'a fence without an end': ({ wrong }) => `\`\`\`json\n${wrong}`,
  'a trailing comma': ({ honest }) => honest.replace(/\}$/, ',}'),
  'a brace too few': ({ wrong }) => wrong.slice(0, -1),
  'a brace too many': ({ wrong }) => `${wrong}}`,
  'the material': ({ request }) => JSON.stringify(request.state),
  'its own prompt': ({ request }) => request.user,
  'a score': () => '{"score":1,"reason":"all is well"}',
  'brackets without end': () => '['.repeat(50_000),
  'a page of errors': () => '<html><body>502 Bad Gateway</body></html>',
  base64: ({ wrong }) => Buffer.from(wrong).toString('base64'),
  'cut off by tokens': ({ wrong }) => ({ text: wrong.slice(0, -5), finishReason: 'length' }),
  'stopped by a filter': ({ wrong }) => ({ text: wrong, finishReason: 'content_filter' }),
  'a refusal': () => ({ refusal: 'I cannot help with that.' }),
}

/** Kinds of reply that differ from the honest one. None is a wrong answer in the right form: nobody can see that. */
export const lies: Readonly<Record<string, Lie>> = { ...ids, ...verdicts, ...shares, ...forms, ...texts }

const everyList = ({ lists }: ModelRequest, list: unknown) =>
  JSON.stringify(Object.fromEntries(lists.map((id) => [id, list])))

/** Lies about lists of texts. `honest` is a reply with the right list, `wrong` one with another. */
export const listLies: Readonly<Record<string, Lie>> = {
  ...texts,
  'lists beside a note': ({ wrong }) => more(wrong, '"note":"it is otherwise"'),
  'lists twice': ({ honest, wrong }) => `${wrong.slice(0, -1)},${honest.slice(1)}`,
  'numbers as texts': ({ request }) => everyList(request, [1, 2]),
  'null as a list': ({ request }) => everyList(request, null),
  'a text as a list': ({ request }) => everyList(request, 'It is so.'),
  'blank texts': ({ request }) => everyList(request, [' ']),
  'lists under another name': () => '{"statements":["It is so."]}',
  'a bare list': () => '["It is so."]',
}

export function lie(kind: Lie, request: ModelRequest): ModelReply {
  const entries = entriesOf(request, 0)
  const wrongEntries = entriesOf(request, 1)
  const honest = honestText(request)
  const wrong = request.lists.length > 0 ? everyList(request, ['All is well.']) : object(wrongEntries)
  const said = kind({ entries, wrongEntries, honest, wrong, request })
  return typeof said === 'string' ? { text: said } : said
}
