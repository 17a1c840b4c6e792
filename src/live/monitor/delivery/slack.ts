import { terminalText } from '../../../text/terminal-text.ts'
import type { AlarmEvent, MonitorEvent } from '../alarms/events.ts'

const formatScore = (score: number) => score.toFixed(3).replace('-', '−')

const signs: Readonly<Record<MonitorEvent['kind'], string>> = {
  alarm: 'rotating_light',
  recovery: 'white_check_mark',
  finding: 'mag',
  'judge changed': 'scales',
  'judge back': 'scales',
  blind: 'see_no_evil',
  sighted: 'eyes',
  missed: 'hourglass',
}

/** As Slack asks of a text that it reads: the notification, in which nothing else is formatted. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Element =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'emoji'; readonly name: string }
  | { readonly type: 'link'; readonly url: string; readonly text: string }

const mostCharacters = 3000

/** Text of others on its line, in which nothing is formatted: it can make no line, link or mention of its own. */
const plain = (text: string): Element => ({
  type: 'text',
  text: text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`,
})

/** Lines as a block whose texts Slack shows as they are. */
const block = (lines: readonly (readonly Element[])[]) => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: lines.flatMap((line, index) => (index === 0 ? line : [plain('\n'), ...line])),
    },
  ],
})

/** An event as a message for an incoming webhook of Slack. */
export function slackMessage(event: MonitorEvent): { text: string; mrkdwn: false; blocks: object[] } {
  const name = signs[event.kind]
  const sentence = terminalText(event.sentence)
  const first = block([[{ type: 'emoji', name }, plain(` ${sentence}`)]])
  return {
    text: `:${name}: ${escaped(sentence)}`,
    mrkdwn: false,
    blocks: [first, ...(event.kind === 'alarm' ? alarmBlocks(event) : [])],
  }
}

function alarmBlocks({ groups, worst, finding }: AlarmEvent): object[] {
  const moved = groups
    .filter((group) => group.moved)
    .map(({ field, value, before, after }) => [
      plain(
        `• ${terminalText(`${field} ${value}`)}: ${before === undefined ? 'new' : formatScore(before.mean)} → ${formatScore(after.mean)} (${after.scores})`,
      ),
    ])
  const answers = worst.slice(0, 3).map(({ score, question = '', link }) => {
    const shown = plain(`• ${formatScore(score)} ${terminalText(question.slice(0, 200))}`)
    return link === undefined
      ? [shown]
      : [shown, plain(' '), { type: 'link', url: link, text: 'trace' } as const]
  })
  return [
    ...(finding === undefined ? [] : [block([[plain(`System or judge: ${terminalText(finding)}`)]])]),
    ...(moved.length === 0 ? [] : [block([[plain('Groups that moved:')], ...moved])]),
    ...(answers.length === 0 ? [] : [block([[plain('Worst answers:')], ...answers])]),
  ]
}
