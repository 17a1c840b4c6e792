export { type Statement, splitStatements } from './statements.ts'
export { contentWords, foldWord, stem, words } from './words.ts'
