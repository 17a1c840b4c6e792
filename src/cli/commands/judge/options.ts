import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { jsonOption } from '../../options/outputs.ts'
import { secondsInMs, wholeNumber } from '../../options/parse-numbers.ts'
import { collect } from '../../options/parse-texts.ts'
import { scorerNames } from '../../plan/named-scorers.ts'

export function addJudgeCommand(program: Command) {
  const command = program
    .command('judge')
    .description('score one answer, given as options, piped in, or typed in')
    .option('-q, --question <text>', 'the question')
    .option('-a, --answer <text>', 'the answer; may be piped in if --question is given')
    .option('--ground-truth <text>', 'what the answer should say')
    .option('--context <text>', 'a piece of context; may be repeated', collect)
    .option(
      '--scorer <name>',
      `may be repeated (default: answer-relevancy): ${scorerNames.join(', ')}`,
      collect,
    )
    .option('--judge <model>', "a model such as openai/gpt-5-mini (default: 'embedded')")
    .option('--repeats <times>', 'ask this many times, and show how often each verdict flips', wholeNumber)
    .option('--timeout <seconds>', 'time limit of one score (default: 300)', secondsInMs)
  return jsonOption(command)
}

export type JudgeFlags = FlagsOf<typeof addJudgeCommand>
