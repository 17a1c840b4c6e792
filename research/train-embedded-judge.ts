/** Fits the embedded judge to datasets/calibration and writes its weights. node research/train-embedded-judge.ts */
import { writeFileSync } from 'node:fs'
import { sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { encoderInstallation } from '../src/judge/embedded/encoding/missing.ts'
import { measureClaims, readClaims, trainSupport } from './training/claims.ts'
import { measureAnswers, trainEquivalence } from './training/equivalence.ts'
import { measureCosines, measureExamples, readExamples, storeCosines, train } from './training/examples.ts'
import { showWeights } from './training/show-weights.ts'

const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to fit: ${encoderInstallation}`)
const read = readExamples()
storeCosines(read, await measureCosines(read, encoder))
const examples = measureExamples(read)
const claims = await measureClaims(readClaims())
const answers = measureAnswers()
write('relevance', { encoderWeights: train(examples, 'encoder'), lexicalWeights: train(examples, 'lexical') })
write('support', { supportWeights: trainSupport(claims) })
write('equivalence', { equivalenceWeights: trainEquivalence(answers) })
console.log(`fitted to ${examples.length} statements, ${claims.length} claims and ${answers.length} answers`)

function write(judge: string, named: Parameters<typeof showWeights>[0]): void {
  const file = new URL(`../src/judge/embedded/${judge}/weights.ts`, import.meta.url)
  writeFileSync(file, showWeights(named))
  console.log(`written: ${file.pathname}`)
}
