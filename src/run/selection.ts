/** How a header's `selection` says that items were chosen by what an earlier run made of them. */
export const chosenByRun = (choice: string, runId: string): string => `${choice} of run ${runId}`

/** Whether items were chosen for low or missing scores, which are higher the next time by chance alone. */
export const isChosenByScore = (selection = ''): boolean =>
  /(?:^|; )(?:worst:\S+|failed|unscored) of run /.test(selection)
