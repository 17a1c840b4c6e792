import type { AlarmEvent, MonitorEvent } from '../alarms/events.ts'

const signs: Readonly<Record<MonitorEvent['kind'], string>> = {
  alarm: ':rotating_light:',
  recovery: ':white_check_mark:',
  finding: ':mag:',
  'judge changed': ':scales:',
  'judge back': ':scales:',
  blind: ':see_no_evil:',
  sighted: ':eyes:',
  missed: ':hourglass:',
}

/** As Slack's formatting asks of text of others. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A block of text holds 3,000 characters. */
const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.length <= 3000 ? text : `${text.slice(0, 2999).toWellFormed()}…` },
})

/** An event as a message for an incoming webhook of Slack. */
export function slackMessage(event: MonitorEvent): { text: string; blocks: object[] } {
  const text = `${signs[event.kind]} ${escaped(event.sentence)}`
  return { text, blocks: [section(text), ...(event.kind === 'alarm' ? alarmBlocks(event) : [])] }
}

function alarmBlocks({ groups, worst, finding }: AlarmEvent): object[] {
  const moved = groups
    .filter((group) => group.moved)
    .map(
      ({ field, value, before, after }) =>
        `• ${escaped(`${field} ${value}`)}: ${before?.mean.toFixed(3) ?? 'new'} → ${after.mean.toFixed(3)} (${after.scores})`,
    )
  const answers = worst.slice(0, 3).map(({ score, question = '', link }) => {
    const shown = `${score.toFixed(3)} ${escaped(question.slice(0, 200).toWellFormed())}`
    return link === undefined ? `• ${shown}` : `• ${shown} <${link}|trace>`
  })
  return [
    ...(finding === undefined ? [] : [section(`System or judge: ${finding}`)]),
    ...(moved.length === 0 ? [] : [section(`Groups that moved:\n${moved.join('\n')}`)]),
    ...(answers.length === 0 ? [] : [section(`Worst answers:\n${answers.join('\n')}`)]),
  ]
}
