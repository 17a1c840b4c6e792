/** `stopword` ships no types; this is the part of it that we use. */
declare module 'stopword' {
  export const eng: string[]
}
