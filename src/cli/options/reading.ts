import { Option } from '@commander-js/extra-typings'
import { collect } from './parse.ts'

export const delimiterOption = () =>
  new Option(
    '--delimiter <text>',
    "what parts the columns of a CSV file: ';' or tab (default: a comma)",
  ).argParser((text) => (text === 'tab' ? '\t' : text))

/** @param source What has the names: 'file'. */
export const fieldOption = (source: string) =>
  new Option(
    '--field <name=field>',
    `a name in the ${source}, and the field it stands for; may be repeated`,
  ).argParser(collect)
