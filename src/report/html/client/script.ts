import { createElement } from './create-element.ts'
import { itemDialog } from './item-dialog.ts'
import { itemRows } from './item-table.ts'
import { levelOf } from './level.ts'
import { markAnswer } from './mark-answer.ts'
import { scoreBadge } from './score-badge.ts'
import { scorePanel } from './score-panel.ts'
import { selectItems } from './select-items.ts'
import { start } from './start.ts'
import { applyTheme, chooseTheme } from './theme.ts'
import { verdictLevel } from './verdict-level.ts'

/** The page's script that sets the theme, to be run before the page is drawn. */
export const applyThemeScript = () => `(${applyTheme})()`

/** The page's script for the choice of theme, which every report has. */
export const themeScript = () => `(${chooseTheme})()`

/** The page's script for the table of answers. */
export const answersScript = () => `(() => {
const create = ${createElement}
const markAnswer = ${markAnswer}
const levelOf = ${levelOf}
const verdictLevel = (verdict) => (${verdictLevel})(levelOf, verdict)
const scoreBadge = (...what) => (${scoreBadge})({ create, levelOf }, ...what)
const panelOf = (item, record) => (${scorePanel})({ create, markAnswer, verdictLevel }, item, record)
const dialogOf = (dialog, data) => (${itemDialog})({ create, scoreBadge, panelOf }, dialog, data)
const rowsOf = (data, indices, open) => (${itemRows})({ create, scoreBadge }, data, indices, open)
;(${start})({ create, selectItems: ${selectItems}, rowsOf, dialogOf })
})()`
