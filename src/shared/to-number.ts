const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Parses a number in decimal notation, otherwise NaN: Number() also takes '', '0x1' and 'Infinity'. */
export const toNumber = (text: string): number => (decimal.test(text.trim()) ? Number(text) : Number.NaN)
