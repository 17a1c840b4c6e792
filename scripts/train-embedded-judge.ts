/** Fits the embedded judge to datasets/calibration and writes its weights. node scripts/train-embedded-judge.ts */
import { writeFileSync } from 'node:fs'
import { encoderInstallation, sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { measureClaims, readClaims, trainSupport } from '../src/judge/embedded/training/claims.ts'
import { measureAnswers, trainEquivalence } from '../src/judge/embedded/training/equivalence.ts'
import { measureExamples, readExamples } from '../src/judge/embedded/training/examples.ts'
import { showWeights } from '../src/judge/embedded/training/show-weights.ts'
import { train } from '../src/judge/embedded/training/train.ts'

const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to fit: ${encoderInstallation}`)
const examples = await measureExamples(readExamples(), encoder)
const claims = await measureClaims(readClaims())
const answers = measureAnswers()
const file = new URL('../src/judge/embedded/weights.ts', import.meta.url)
writeFileSync(
  file,
  showWeights({
    encoderWeights: train(examples, 'encoder'),
    lexicalWeights: train(examples, 'lexical'),
    supportWeights: trainSupport(claims),
    equivalenceWeights: trainEquivalence(answers),
  }),
)
console.log(
  `fitted to ${examples.length} statements, ${claims.length} claims and ${answers.length} answers, written to ${file.pathname}`,
)
