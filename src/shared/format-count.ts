const counts = new Intl.NumberFormat('en-GB')

/** '3,000' */
export const formatCount = (count: number) => counts.format(count)

/** '1 item', '2 items'. */
export const formatQuantity = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
