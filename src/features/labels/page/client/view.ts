import { createElement } from '../../../../page/client/elements.ts'
import type { LabelQuestion, PageState, Task } from './types.ts'

export interface Actions {
  label(label: string | number): void
  skip(): void
  cannotSay(): void
  undo(): void
}

const key = (name: string) => createElement('kbd', {}, name)

function button(name: string, shortcut: string, act: () => void, isOff = false): HTMLButtonElement {
  const element = createElement('button', { type: 'button', disabled: isOff }, key(shortcut), name)
  element.addEventListener('click', act)
  return element
}

const block = (title: string, ...content: readonly Node[]) =>
  createElement('section', {}, createElement('h2', {}, title), ...content)

const text = (words: string, className = 'text') =>
  createElement('p', { class: className, dir: 'auto' }, words)

/** Folds that the rater opened or closed stay so for the answers to come. */
const folds = new Map<string, boolean>()

function fold(
  name: string,
  words: readonly string[],
  { extent = '', isOpen = false }: { readonly extent?: string; readonly isOpen?: boolean } = {},
): HTMLElement {
  const summary = createElement('summary', {}, `${name}${extent}`)
  const parts = createElement('div', 'pieces', ...words.map((one) => text(one)))
  const details = createElement('details', { open: folds.get(name) ?? isOpen }, summary, parts)
  summary.addEventListener('click', () => folds.set(name, !details.open))
  return details
}

function showMaterial(task: Task): HTMLElement {
  const { question, conversation, context, needsContext, groundTruth, answer, unit, place, sides } = task
  const isWhole = answer.every(({ current }) => current)
  const given = answer.map((part) =>
    part.current && !isWhole ? createElement('mark', {}, part.text) : part.text,
  )
  const said = createElement(
    'p',
    { class: isWhole ? 'text given whole' : 'text given', dir: 'auto' },
    ...(given.length === 0 ? ['The answer is empty.'] : given),
  )
  const turns = conversation.map(({ role, text: words }) => `${role}: ${words}`)
  const pieces = context.length === 1 ? '1 piece' : `${context.length} pieces`
  return createElement(
    'div',
    'material',
    turns.length > 0 && fold('Earlier conversation', turns),
    question !== undefined && block('Question', text(question, 'text asked')),
    context.length > 0 && fold('Context', context, { extent: `: ${pieces}`, isOpen: needsContext }),
    groundTruth !== undefined && fold('Ground truth', [groundTruth]),
    sides === undefined ? block(isWhole ? 'Answer' : `Answer · ${place}`, said) : pairView(sides),
    unit !== undefined && block(place, text(unit, 'text given whole')),
  )
}

function pairView(sides: readonly string[]): HTMLElement {
  const answers = sides.map((answer, index) =>
    block(
      index === 0 ? 'First answer' : 'Second answer',
      text(answer.trim() === '' ? 'The answer is empty.' : answer, 'text given whole'),
    ),
  )
  return createElement('div', 'pair', ...answers)
}

function showNumber({ number }: LabelQuestion, actions: Actions): HTMLElement[] {
  if (number === undefined) return []
  const { low, high } = number
  const input = createElement('input', { type: 'number', id: 'number', min: low, max: high, step: 'any' })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && input.value !== '') actions.label(Number(input.value))
    if (event.key === 'Escape') input.blur()
  })
  const label = createElement('label', { for: 'number' }, `or a number from ${low} to ${high}, then Enter`)
  return [createElement('div', 'number', key('n'), label, input)]
}

function lastView(last: PageState['last']): HTMLElement | undefined {
  if (last === undefined) return undefined
  const { text: words, said, judge, reason } = last
  const pair = (name: string, value: string) =>
    createElement('span', {}, `${name}: `, createElement('strong', {}, value))
  return createElement(
    'section',
    { class: 'last', 'aria-label': 'Your last label' },
    createElement('h2', {}, 'Your last label'),
    createElement('p', { class: 'quote', dir: 'auto' }, words),
    createElement('p', 'verdicts-row', pair('You', said), judge !== undefined && pair('Judge', judge)),
    reason !== undefined && createElement('p', { class: 'soft', dir: 'auto' }, reason),
  )
}

/** Links to the same page for the other scorers of the run. */
export const otherScorers = ({ others }: PageState): (HTMLElement | string)[] =>
  others.flatMap(({ id, name }, index) => {
    const address = new URL(location.href)
    for (const part of ['item', 'repeat']) address.searchParams.delete(part)
    address.searchParams.set('scorer', id)
    return [index === 0 ? '. Or label for ' : ', ', createElement('a', { href: address.href }, name)]
  })

/** Shows a task with its form; the comment is sent with the next response. */
export function taskView(task: Task, last: PageState['last'], actions: Actions): HTMLElement {
  const { labelQuestion } = task
  const options = labelQuestion.options.map((option) => {
    const element = createElement(
      'button',
      { type: 'button', 'data-key': option.key },
      key(option.key),
      createElement('span', {}, option.name),
      createElement('span', 'criterion', option.criterion),
    )
    element.addEventListener('click', () => actions.label(option.name))
    return element
  })
  const comment = createElement('textarea', { id: 'comment', rows: 2, maxlength: 10000 })
  comment.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') comment.blur()
  })
  return createElement(
    'div',
    'sides',
    showMaterial(task),
    createElement(
      'div',
      'form',
      createElement('h2', { id: 'asked', tabindex: -1 }, `Your label: ${task.place.toLowerCase()}`),
      task.isChosen === true &&
        createElement(
          'p',
          'soft',
          'You chose this answer, so its label is saved, but not mixed with those of drawn answers.',
        ),
      createElement('p', { class: 'question-text', dir: 'auto' }, labelQuestion.question),
      createElement('div', { class: 'options', role: 'group', 'aria-labelledby': 'asked' }, ...options),
      ...showNumber(labelQuestion, actions),
      createElement(
        'div',
        'others',
        button('Skip', 's', actions.skip),
        button('Cannot say', 'x', actions.cannotSay),
        button('Undo', 'u', actions.undo, last === undefined),
      ),
      createElement(
        'label',
        'comment',
        createElement(
          'span',
          {},
          key('c'),
          ' Comment, saved with what you choose next (',
          key('Esc'),
          ' goes back)',
        ),
        comment,
      ),
    ),
    lastView(last),
  )
}

export function finishedView({ progress, last, next }: PageState, actions: Actions): HTMLElement {
  const words =
    progress.all === 0
      ? 'Nothing is left for you to label: others have done it all. Draw more with --sample.'
      : 'Everything drawn for you is done, and every label is saved.'
  return createElement(
    'div',
    'finished',
    createElement('h2', { id: 'asked', tabindex: -1 }, 'Done'),
    createElement('p', {}, words),
    next && createElement('p', 'next', next.words),
    next?.command !== undefined && createElement('p', {}, createElement('code', {}, next.command)),
    createElement('div', 'others', button('Undo', 'u', actions.undo, last === undefined)),
    lastView(last),
  )
}
