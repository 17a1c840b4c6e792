/** The part of `stopword`, which ships no types, that we use: a list per language, by its ISO 639-3 code. */
declare module 'stopword' {
  export const eng: string[]
}
