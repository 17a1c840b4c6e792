/** `stopword` ships no types; this is the part of it that we use: a list a language, by its ISO 639-3 code. */
declare module 'stopword' {
  export const eng: string[]
}
