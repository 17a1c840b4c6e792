import type { Command } from '@commander-js/extra-typings'
import { cacheOption, stopOption, workersOption, workOptions } from '../../cli/options/budget-and-resume.ts'
import { labelsOption, pairsGateOption, resultOptions } from '../../cli/options/outputs.ts'
import { aRun, configOption } from '../../cli/options/project.ts'

export function addPairsCommand(program: Command) {
  const command = program
    .command('pairs')
    .description('let a judge choose the better of two answers to each item, asked in both orders')
    .argument('<baseline>', aRun)
    .argument('<run>', 'another run of the same items')
    .argument('[more...]', 'further runs; every two are compared')
    .requiredOption('--judge <model>', 'a model such as openai/gpt-5-mini')
    .option('--fail-if-worse', 'fail if people would significantly prefer the baseline')
  const judged = cacheOption(workersOption(stopOption(workOptions(configOption(command)))))
  return resultOptions(labelsOption(pairsGateOption(judged)))
}
