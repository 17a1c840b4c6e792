/** Fits the embedded judge to datasets/calibration and writes its weights. node scripts/train-embedded-judge.ts */
import { writeFileSync } from 'node:fs'
import { encoderInstallation, sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { measureExamples, readExamples } from '../src/judge/embedded/training/examples.ts'
import { showWeights } from '../src/judge/embedded/training/show-weights.ts'
import { train } from '../src/judge/embedded/training/train.ts'

const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to fit: ${encoderInstallation}`)
const examples = await measureExamples(readExamples(), encoder)
const file = new URL('../src/judge/embedded/weights.ts', import.meta.url)
writeFileSync(file, showWeights(train(examples, 'encoder'), train(examples, 'lexical')))
console.log(`fitted to ${examples.length} statements, written to ${file.pathname}`)
