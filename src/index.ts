export * from './judge/index.ts'
export * from './scorers/index.ts'
export * from './transcript/index.ts'
