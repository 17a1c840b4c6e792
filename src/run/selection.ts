/** Describes items chosen by an earlier run, for the `selection` of a header. */
export const chosenByRun = (choice: string, runId: string): string => `${choice} of run ${runId}`

/** Returns whether items were chosen for low or missing scores, which rise next time by chance alone. */
export const isChosenByScore = (selection = ''): boolean =>
  /(?:^|; )(?:worst:\S+|failed|unscored) of run /.test(selection)
