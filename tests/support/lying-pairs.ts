import { type Entry, object } from './honest-replies.ts'
import type { Lie, Lied } from './lying-replies.ts'

/** Ways to say a whole reply that are read as the reply itself. */
const dresses: Readonly<Record<string, (json: string) => string>> = {
  'in a fence': (json) => `\`\`\`json\n${json}\n\`\`\``,
  'after thoughts': (json) => `<think>So it is.</think>\n${json}`,
  'in a wrapper': (json) => `{"answers":${json}}`,
  'spaced out': (json) => JSON.stringify(JSON.parse(json), null, '\t').replaceAll('\n', '\r\n'),
  escaped: (json) =>
    json.replace(/[a-z](?=[^"\\]*":)/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
}

/** Turned round, it is at most a step from its verdict: no contradiction, and the share counts. */
const inMiddle = (share: number) => Math.abs(share - 50) < 25

/** What can be wrong with one entry; undefined leaves it out. */
const faults: Readonly<Record<string, (entry: Entry) => unknown>> = {
  'is missing': () => undefined,
  'is null': () => null,
  'is empty': () => ({}),
  'is a list': (entry) => [entry],
  'has no verdict': ({ verdict: _, ...entry }) => entry,
  'has null as verdict': (entry) => ({ ...entry, verdict: null }),
  'has a verdict of no list': (entry) => ({ ...entry, verdict: 'perhaps' }),
  'has two verdicts': (entry) => ({ ...entry, verdict: [entry.verdict, 'other'] }),
  'has a hidden sign': (entry) => ({ ...entry, verdict: `${entry.verdict}\u200D` }),
  'has a verdict out of range': (entry) => ({ ...entry, verdict: 1e6 }),
  'takes itself back': (entry) => ({ ...entry, but: 'it is otherwise' }),
  'has the id of another': (entry) => ({ id: 's99', ...entry }),
  'has a share against its verdict': (entry) =>
    'share' in entry && !inMiddle(Number(entry.share))
      ? { ...entry, share: 100 - Number(entry.share) }
      : entry,
  'has a share above 100': (entry) => ('share' in entry ? { ...entry, share: 101 } : entry),
  'has a share below 0': (entry) => ('share' in entry ? { ...entry, share: -1 } : entry),
  'has a word as share': (entry) => ('share' in entry ? { ...entry, share: 'many' } : entry),
}

type Place = (index: number, count: number) => boolean
const places: Readonly<Record<string, Place>> = {
  'the first entry': (index) => index === 0,
  'the last entry': (index, count) => index === count - 1,
}
const everySecond: Place = (index) => index % 2 === 0

const spoilt =
  (fault: (entry: Entry) => unknown, isMeant: Place) =>
  ({ entries }: Lied) =>
    object(
      entries.flatMap(([id, entry], index) => {
        const said = isMeant(index, entries.length) ? fault(entry) : entry
        return said === undefined ? [] : [[id, said as Entry] as const]
      }),
    )

/** Some entries spoilt among sound ones, said plainly or so that the reply has to be unwrapped first. */
export const pairedLies: Readonly<Record<string, Lie>> = Object.fromEntries(
  Object.entries(faults).flatMap(([fault, spoil]) => [
    ...Object.entries(places).map(([place, isMeant]): [string, Lie] => [
      `${place} ${fault}`,
      spoilt(spoil, isMeant),
    ]),
    ...Object.entries(dresses).map(([dress, say]): [string, Lie] => [
      `${dress}, every second entry ${fault}`,
      (lied) => say(spoilt(spoil, everySecond)(lied)),
    ]),
  ]),
)

const opposite: Readonly<Record<string, unknown>> = { yes: 'no', no: 'yes', true: false, false: true }

/**
 * What no reader can see: every answer is on the list, under an id that was asked, with a share that fits it. Only
 * another judge, or people, can tell (`panelJudge`, `verdict agreement`, `verdict audit`).
 */
export const unseenLies: Readonly<Record<string, Lie>> = {
  'verdicts and shares of the neighbour': ({ wrong }) => wrong,
  'verdicts and shares rotated, reasons in their place': ({ entries }) =>
    object(
      entries.map(([id, { reason }], index) => {
        const [, { reason: _, ...next } = {}] = entries[(index + 1) % entries.length] ?? []
        return [id, { reason, ...next }]
      }),
    ),
  'the first answer for all': ({ entries }) =>
    object(entries.map(([id, entry]) => [id, { ...entries[0]?.[1], reason: entry.reason }])),
  'yes turned into no, with the share that fits': ({ entries }) =>
    object(
      entries.map(([id, entry]) => [
        id,
        'share' in entry
          ? {
              ...entry,
              share: 100 - Number(entry.share),
              verdict: opposite[`${entry.verdict}`] ?? entry.verdict,
            }
          : { ...entry, verdict: opposite[`${entry.verdict}`] ?? entry.verdict },
      ]),
    ),
  'shares a little lower': ({ entries }) =>
    object(
      entries.map(([id, entry]) => [
        id,
        'share' in entry ? { ...entry, share: Math.max(0, Number(entry.share) - 4) } : entry,
      ]),
    ),
}
