/** One in ten is scored by a scorer that may die of it. */
export const isClerks = (number: number) => number % 10 === 5

/** What kills: each stands once among the first two hundred. */
export const poison: ReadonlyMap<number, string> = new Map([
  [15, 'exit'],
  [25, 'reject'],
  [45, 'memory'],
  [65, 'loop'],
])

/** With the verdicts that the judge of the tests gives to its statements: 0.5 at the usual weight. */
export const answerOf = (number: number) =>
  `Tower ${number} is 330 metres tall [yes].\n\nIt is iron (${poison.get(number) ?? 'fine'}) [unsure].\n\nParis is nice [no].`

/** Which answer a stored score is about. */
export const numberIn = (text: string) => Number(/Tower (\d+) is/.exec(text)?.[1])
