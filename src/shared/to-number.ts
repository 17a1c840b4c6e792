const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** A number in decimal notation, else NaN: Number() also takes '', '0x1' and 'Infinity'. */
export const toNumber = (text: string): number => (decimal.test(text.trim()) ? Number(text) : Number.NaN)
