import { terminalText } from '../report/safe-text.ts'
import type { Output } from './surroundings.ts'

/** Prints text on a line of its own. Nothing in it that others wrote (an id, a file name) can control the terminal. */
export function say(output: Output, text: string): void {
  if (output.log) output.log('info', text)
  else print(output, terminalText(text))
}

export function warn(output: Output, text: string): void {
  if (output.log) output.log('warn', text)
  else say(output, `warning: ${text}`)
}

/** Prints why the command ends, in lines that cannot control the terminal. */
export function fail(output: Output, text: string): void {
  if (output.log) output.log('error', text.trim())
  else print(output, terminalLines(text))
}

const terminalLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `${/^ */.exec(line)?.[0]}${terminalText(line)}`)
    .join('\n')

export function print(output: Output, text: string): void {
  output.write(withoutWorkflowCommands(text.endsWith('\n') ? text : `${text}\n`))
}

/**
 * GitHub obeys such lines in the output of a step, whoever wrote them: a wrapped answer may begin one. A character
 * without width breaks them. JSON has no such line, and `terminalJson` escapes the other kind.
 */
const withoutWorkflowCommands = (text: string) =>
  text.replaceAll(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1:\u2060').replaceAll('##[', '#\u2060#[')
