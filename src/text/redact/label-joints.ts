/** "is" and "was" between a label and its value. */
export const copula =
  '(?:is|was|ist|war|lautet|lautete|es|era|fue|est|était|è|é|foi|är|er|var|jest|był[oa]?|je|byl[oa]?|bil[oa]|был[оа]?)'

/** The same in languages that write no space around it. */
export const particle = '(?:は|是|为|為|은|는|คือ)'
