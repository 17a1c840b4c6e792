import { list, object } from './honest-replies.ts'
import { each, eachWrong, type Lie, more, renamed, share, verdict } from './lying-replies.ts'

/** Values that are no verdict of any list, or that would be one only for a reader who guesses. */
const foreignVerdicts = {
  'German verdicts': 'ja',
  'Chinese verdicts': '是的',
  'Arabic verdicts': 'نعم',
  'thumbs as verdicts': '👍',
  'ticks as verdicts': '✅',
  'initials as verdicts': 'y',
  'synonyms as verdicts': 'absolutely',
  'grades as verdicts': 'A+',
  'the verdict of another task': 'supported by context',
  'a verdict with an emphasis within': 'y*e*s',
  'a verdict behind a label': 'Verdict = yes',
  'a verdict on two lines': 'yes\nno',
  'a list in a verdict': 'yes, no',
  'a verdict with a soft hyphen': 'y\u00ADe\u00ADs',
  'a verdict turned round by marks': '\u202Esey\u202C',
  'a verdict in tag characters': '\u{E0079}\u{E0065}\u{E0073}',
  'half a character as verdict': '\uD83D',
  'a constructor as verdict': 'constructor',
  'a prototype as verdict': '__proto__',
  'a method as verdict': 'toString',
  'the name of a field as verdict': 'verdict',
  'the options as verdict': 'yes | unsure | no',
  'a huge verdict': 'yes '.repeat(50_000),
  'an exponent as verdict': '1e0',
  'a hexadecimal verdict': '0x1',
  'a decimal comma as verdict': '0,5',
  'a ratio as verdict': '1/2',
  'a percentage as verdict': '80%',
  'a range as verdict': '0-1',
  'Arabic digits as verdict': '١',
  'a Roman number as verdict': 'Ⅰ.',
  'an infinite verdict': 'Infinity',
  'a signed verdict': '+1',
} as const

/** Shares that no reader may count as readers of 100. */
const foreignShares = {
  'true as share': true,
  'an empty share': '',
  'a ratio as share': '94/100',
  'a share in words of 100': '94 of 100',
  'a range as share': '90-98',
  'about a share': '~94',
  'a decimal comma as share': '94,5',
  'an exponent as share': '9.4e1',
  'a hexadecimal share': '0x5e',
  'Arabic digits as share': '٩٤',
  'a share in per mille': '940‰',
  'an object as share': { readers: 94 },
  'a share just above 100': 100.0001,
  'a share just below 0': -0.0001,
  'a share beyond what numbers hold': 2 ** 1000,
  'a date as share': '2024-09-04',
  'NaN as share': 'NaN',
  'a share turned round by marks': '\u202E49\u202C',
} as const

const values: Readonly<Record<string, Lie>> = {
  ...Object.fromEntries(
    Object.entries(foreignVerdicts).map(([name, value]) => [name, verdict(() => value)] as const),
  ),
  ...Object.fromEntries(
    Object.entries(foreignShares).map(([name, value]) => [name, share(() => value)] as const),
  ),
  'truth values as texts of numbers': verdict((said) =>
    typeof said === 'boolean' ? `${Number(said)}` : said,
  ),
  'texts for truth values': verdict((said) => (typeof said === 'boolean' ? (said ? 'yes' : 'no') : said)),
  'numbers as texts': verdict((said) => (typeof said === 'number' ? `${said}` : said)),
  'verdicts in full width': verdict((said) =>
    String(said).replace(/[a-z]/g, (letter) => String.fromCodePoint(0xfee0 + letter.charCodeAt(0))),
  ),
  'verdicts in bold letters': verdict((said) => `**${said}**`),
  'verdicts in mathematical letters': verdict((said) =>
    String(said).replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  ),
  'verdicts in quotes': verdict((said) => (typeof said === 'string' ? `"${said}"` : said)),
  'verdicts with a question mark': verdict((said) => `${said}?`),
  'verdicts with an exclamation mark': verdict((said) => `${said}!`),
  'verdicts in brackets': verdict((said) => `(${said})`),
  'verdicts denied by a sign': verdict((said) => `¬${said}`),
  'verdicts struck through': verdict((said) => [...String(said)].join('\u0336')),
  'one of the options cut short': verdict((said) => String(said).slice(0, -1)),
  'verdicts with an ending more': verdict((said) => `${said}ish`),
}

const fields: Readonly<Record<string, Lie>> = {
  'verdicts as reasons, reasons as verdicts': each(({ reason, verdict: said, ...entry }) => ({
    ...entry,
    verdict: reason,
    reason: said,
  })),
  'verdicts as shares': each(({ share: readers, verdict: said, ...entry }) => ({
    ...entry,
    share: said,
    verdict: readers ?? null,
  })),
  'a score beside': eachWrong((entry) => ({ ...entry, score: 0 })),
  'a confidence beside': eachWrong((entry) => ({ ...entry, confidence: 0.1 })),
  'a constructor beside': eachWrong((entry) => ({ ...entry, constructor: entry })),
  'all under a prototype': ({ wrongEntries }) =>
    JSON.stringify(Object.fromEntries(wrongEntries.map(([id]) => [id, '#']))).replaceAll(
      '"#"',
      '{"__proto__":{"verdict":"yes","share":99,"reason":"c1"}}',
    ),
  'capital names': eachWrong((entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name.toUpperCase(), value])),
  ),
  'names in look-alikes': eachWrong(({ verdict: said, ...entry }) => ({ ...entry, 'v\u0435rdict': said })),
  'names with a space': eachWrong(({ verdict: said, ...entry }) => ({ ...entry, 'verdict ': said })),
  'empty entries': each(() => ({})),
  'entries that are null': ({ entries }) =>
    JSON.stringify(Object.fromEntries(entries.map(([id]) => [id, null]))),
  'entries as texts of JSON': ({ wrongEntries }) =>
    JSON.stringify(Object.fromEntries(wrongEntries.map(([id, entry]) => [id, JSON.stringify(entry)]))),
  'entries as lists of values': ({ wrongEntries }) =>
    JSON.stringify(Object.fromEntries(wrongEntries.map(([id, entry]) => [id, Object.values(entry)]))),
  'entries as lists of entries': ({ wrongEntries, entries }) =>
    JSON.stringify(
      Object.fromEntries(wrongEntries.map(([id, entry], index) => [id, [entry, entries[index]?.[1]]])),
    ),
  'reasons that are objects': each((entry) => ({ ...entry, reason: { text: 'c1' } })),
  'no reasons': each(({ reason: _, ...entry }) => entry),
  'reasons in another language': each((entry) => ({ ...entry, reason: 'c1: 这是另一回事。' })),
  'reasons that give other verdicts as JSON': each((entry) => ({
    ...entry,
    reason: 'c1: {"share":2,"verdict":"no"}',
  })),
  'reasons with control characters': each((entry) => ({ ...entry, reason: 'c1: \u0000\u001b[2J\u202Ex' })),
  'reasons of 200,000 letters': each((entry, index) => ({
    ...entry,
    reason: index === 0 ? `c1: ${'x'.repeat(200_000)}` : entry.reason,
  })),
  'reasons without end': each((entry) => ({ ...entry, reason: `c1: ${'x'.repeat(400_000)}` })),
}

const identities: Readonly<Record<string, Lie>> = {
  'ids in Cyrillic': ({ wrongEntries }) => renamed(wrongEntries, (id) => id.replace(/^[a-z]/, 'ѕ')),
  'ids with zeros': ({ wrongEntries }) =>
    renamed(wrongEntries, (id) => id.replace(/\d+$/, '0$&').concat('.')),
  'ids with a dot': ({ wrongEntries }) => renamed(wrongEntries, (id) => `${id}.`),
  'ids in brackets': ({ wrongEntries }) => renamed(wrongEntries, (id) => `[${id}]`),
  'ids as paths': ({ wrongEntries }) => renamed(wrongEntries, (id) => `answers.${id}`),
  'ids turned round': ({ wrongEntries }) => renamed(wrongEntries, (id) => `${[...id].reverse().join('')}~`),
  'texts of the units as ids': ({ wrongEntries }) =>
    renamed(wrongEntries, (_, index) => `The tower was finished in 1889. (${index})`),
  'the names of fields as ids': ({ wrongEntries }) =>
    renamed(wrongEntries, (_, index) => ['verdict', 'share', 'reason', 'id'][index % 4] ?? ''),
  'the names of methods as ids': ({ wrongEntries }) =>
    renamed(
      wrongEntries,
      (_, index) => ['constructor', 'toString', 'valueOf', 'hasOwnProperty'][index % 4] ?? '',
    ),
  'a method more': ({ wrong }) => more(wrong, '"constructor":{"verdict":"yes","share":99}'),
  'a total more': ({ wrong }) => more(wrong, '"total":{"verdict":"yes","share":99,"reason":"c1"}'),
  'a thousand ids more': ({ wrong }) =>
    more(wrong, Array.from({ length: 1000 }, (_, index) => `"y${index}":{"verdict":"yes"}`).join(',')),
  'each id twice, alike': ({ wrongEntries }) => list([...wrongEntries, ...wrongEntries]),
  'each id twice, first right': ({ entries, wrongEntries }) => list([...entries, ...wrongEntries]),
  'listed, with an id of null': ({ wrongEntries }) =>
    JSON.stringify([...wrongEntries.map(([id, entry]) => ({ id, ...entry })), { id: null, verdict: 'no' }]),
  'listed, with a list of ids': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.map(([id, entry]) => ({ id: [id], ...entry }))),
  'listed, with an object as id': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.map(([id, entry]) => ({ id: { id }, ...entry }))),
  'listed, with two ids each': ({ wrongEntries }) =>
    list(wrongEntries).replaceAll('"id":', '"id":"other","id":'),
  'listed, with texts between': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.flatMap(([id, entry]) => [`${id}:`, { id, ...entry }])),
  'listed as pairs': ({ wrongEntries }) => JSON.stringify(wrongEntries),
  'listed as objects of one id': ({ wrongEntries }) =>
    JSON.stringify(wrongEntries.map(([id, entry]) => ({ [id]: entry }))),
  'columns in place of rows': ({ wrongEntries }) =>
    JSON.stringify({
      ids: wrongEntries.map(([id]) => id),
      verdicts: wrongEntries.map(([, entry]) => entry.verdict),
    }),
  'grouped by verdict': ({ wrongEntries }) =>
    JSON.stringify(Object.fromEntries(wrongEntries.map(([id, entry]) => [String(entry.verdict), [id]]))),
  'one verdict for all': ({ wrongEntries }) => JSON.stringify(wrongEntries[0]?.[1] ?? {}),
  'a mean for all': () => '{"share":50,"verdict":"yes"}',
  'nested by number': ({ wrongEntries }) =>
    JSON.stringify(
      Object.fromEntries(wrongEntries.map(([id, entry]) => [id[0] ?? '', { [id.slice(1)]: entry }])),
    ),
  'one reply for each id, joined by commas': ({ wrongEntries }) =>
    wrongEntries
      .map((entry) => object([entry]))
      .join(', ')
      .concat(',{}'),
}

/** Faults of one value, one field or one id. */
export const valueLies: Readonly<Record<string, Lie>> = { ...values, ...fields, ...identities }
