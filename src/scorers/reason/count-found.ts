import { formatNumber } from '../../shared/format-number.ts'

export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many)

/** 'a', 'a and b', 'a, b, and c' */
const listed = new Intl.ListFormat('en')

/** Returns whether a unit counts neither as a plain yes nor as a plain no. */
export const isInDoubt = ({ credit }: { readonly credit: number }) => credit > 0 && credit < 1

/** Returns 1 for a credit of two thirds or more, 0 for one third or less, otherwise undefined. */
export function toLeaning(credit: number): 0 | 1 | undefined {
  if (credit >= 2 / 3) return 1
  return credit <= 1 / 3 ? 0 : undefined
}

/** 'is probably biased', 'probably does not' */
const probably = (said: string) =>
  /^(?:is|are|was|were) /.test(said) ? said.replace(' ', ' probably ') : `probably ${said}`

/** '0.6', '0.5 each', '0.3 to 0.6' */
function formatSpan(credits: readonly number[]): string {
  const low = formatNumber(Math.min(...credits))
  const high = formatNumber(Math.max(...credits))
  if (low !== high) return `${low} to ${high}`
  return credits.length === 1 ? `${low}` : `${low} each`
}

type WordForms = readonly [one: string, many: string]

/** Units with the same finding, and the words for one and for several: 'is biased', 'are biased'. */
export interface FindingWords<Item> {
  readonly has: (item: Item) => boolean
  /** Selects units in doubt that are probably in this group. Default: none. */
  readonly leans?: (item: Item) => boolean
  readonly one: string
  readonly many: string
  /** Names those that are in the group, after its words: ' (c1, c3)'. */
  readonly names?: (items: readonly Item[]) => string
  /** The shorter words after the first group: 'does not', 'do not'. */
  readonly beside?: WordForms
  /** Whether it is the opposite of the first group: 'none of …' if all units are in it. */
  readonly denies?: boolean
}

/** Words with a form of 'to be': 'is biased', 'are biased'. */
export const isAndAre = (said: string) => ({ one: `is ${said}`, many: `are ${said}` })

/** The groups of credit 1 and 0, as {@link FindingWords}: 'answers it', 'does not answer it', later 'does not'. */
export function yesAndNo(
  yes: WordForms,
  no: WordForms,
  besideYes: WordForms,
): [FindingWords<{ credit: number }>, FindingWords<{ credit: number }>] {
  return [
    {
      has: ({ credit }) => credit === 1,
      leans: ({ credit }) => toLeaning(credit) === 1,
      one: yes[0],
      many: yes[1],
    },
    {
      has: ({ credit }) => credit === 0,
      leans: ({ credit }) => toLeaning(credit) === 0,
      one: no[0],
      many: no[1],
      beside: besideYes,
      denies: true,
    },
  ]
}

/** The same for 'is biased', 'is not biased', later 'is not'. */
export const isOrIsNot = (said: string, [is, are]: WordForms = ['is', 'are']) =>
  yesAndNo(
    [`${is} ${said}`, `${are} ${said}`],
    [`${is} not ${said}`, `${are} not ${said}`],
    [`${is} not`, `${are} not`],
  )

/**
 * Counts the groups behind a score: 'of 5 statements 2 answer the question, 1 probably does not (0.1), and 1 is in
 * doubt (0.6)'.
 *
 * @param items At least one.
 * @param isOpen Selects items that are in no group. Default: a credit of neither 1 nor 0.
 */
export function countFound<Item extends { readonly credit: number }>(
  items: readonly Item[],
  noun: string,
  groups: readonly FindingWords<Item>[],
  nouns = `${noun}s`,
  isOpen: (item: Item) => boolean = isInDoubt,
): string {
  const clear = items.filter((item) => !isOpen(item))
  const open = items.filter(isOpen)
  const doubts = open.filter((item) => !groups.some(({ leans }) => leans?.(item)))
  const doubt = `in doubt (${formatSpan(doubts.map(({ credit }) => credit))})`
  type Counted = Omit<FindingWords<Item>, 'has' | 'leans'> & {
    readonly count: number
    readonly of?: FindingWords<Item>
  }
  const all: Counted[] = [
    ...groups.flatMap((group): Counted[] => {
      const own = clear.filter(group.has)
      const leaning = open.filter((item) => group.leans?.(item))
      return [{ ...withNames(group, own), count: own.length, of: group }, likely(leaning, group)]
    }),
    { count: doubts.length, one: `is ${doubt}`, many: `are ${doubt}` },
  ]
  const found = all.filter(({ count }) => count > 0)
  const [first, ...others] = found
  if (first === undefined) throw new TypeError('there is nothing to count')
  const { length } = items
  if (length === 1) return `the only ${noun} ${first.one}`
  if (others.length === 0) {
    if (first.denies) return `none of the ${length} ${nouns} ${groups[0]?.one}`
    return `${length === 2 ? 'both' : `all ${length}`} ${nouns} ${first.many}`
  }
  const hasFirst = first.of === groups[0]
  const clauses = found.map(({ count, one, many, beside }) => {
    const [short, shorts] = hasFirst && beside ? beside : [one, many]
    return `${count} ${count === 1 ? short : shorts}`
  })
  return `of ${length} ${nouns}, ${listed.format(clauses)}`
}

function withNames<Item>({ one, many, names, ...group }: FindingWords<Item>, items: readonly Item[]) {
  const named = items.length === 0 ? '' : (names?.(items) ?? '')
  return { ...group, one: `${one}${named}`, many: `${many}${named}` }
}

/** Returns the words for items in doubt that are probably in a group. */
function likely<Item extends { readonly credit: number }>(items: readonly Item[], group: FindingWords<Item>) {
  const span = ` (${formatSpan(items.map(({ credit }) => credit))})`
  const say = (said: string) => `${probably(said)}${span}`
  const { one, many, beside } = withNames(group, items)
  return {
    count: items.length,
    one: say(one),
    many: say(many),
    of: group,
    beside: beside && ([say(beside[0]), say(beside[1])] as const),
  }
}

/**
 * Returns the kinds that a judge's reason begins with ("gender, political: …"), in the order of the list. Without a
 * colon it searches the whole reason. Empty if the reason names none, or the judge gives no reason.
 */
export function kindsNamedIn<Kind extends string>(
  reason: string | undefined,
  kinds: readonly Kind[],
): Kind[] {
  const [head = ''] = (reason ?? '').toLowerCase().split(':')
  const words = ` ${head.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return kinds.filter((kind) => words.includes(` ${kind} `))
}
