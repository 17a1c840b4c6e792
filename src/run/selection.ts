import { toTime } from '../shared/to-time.ts'

/** Describes items chosen by an earlier run, for the `selection` of a header. */
export const chosenByRun = (choice: string, startedAt: string): string =>
  `${choice} of the run of ${toTime(startedAt)}`

/** Returns whether items were chosen for low or missing scores, which rise next time by chance alone. */
export const isChosenByScore = (selection = ''): boolean =>
  /(?:^|; )(?:worst:\S+|failed|unscored) of (?:the )?run /.test(selection)
