import { answers } from './answers.ts'
import { figures } from './figures.ts'
import { tokens } from './tokens.ts'

/** The page's frame: header, sections, headings, controls. */
const page = `
*, *::before, *::after { box-sizing: border-box }
html { scroll-padding-top: 128px; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere }
h1, h2, h3, h4, p, dl, dd, ul, ol, figure, blockquote { margin: 0; padding: 0 }
ul, ol { list-style: none }
h1 { font-size: clamp(1.6rem, 1.1rem + 2.2vw, 2.4rem); line-height: 1.15; letter-spacing: -0.02em; font-weight: 700; text-wrap: balance }
h2 { font-size: 1.35rem; letter-spacing: -0.01em; line-height: 1.25; margin-bottom: 16px }
h3 { font-size: 1rem; line-height: 1.35 }
h4 { font-size: 0.8rem; color: var(--soft); font-weight: 600; margin-bottom: 8px }
a { color: var(--accent); text-underline-offset: 3px }
/* A name from right to left turns nothing round beside it. */
a, strong, em, code, time, .badge, .id, .letter, .soft { unicode-bidi: isolate }
button, select, input { font: inherit; color: inherit }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
main:focus, h2:focus { outline: none }
.part { margin: 24px 0 12px; font-size: 1.1rem }
.soft { color: var(--soft); font-size: 0.875rem }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; left: 16px; top: -60px; background: var(--card); padding: 10px 16px; border-radius: 8px; z-index: 5 }
.skip:focus { top: 12px }
.top { position: sticky; top: 0; z-index: 4; display: flex; align-items: center; gap: 8px 24px; padding: 10px max(20px, calc((100vw - 1160px) / 2)); background: var(--card); border-bottom: 1px solid var(--line) }
.brand { font-weight: 700; letter-spacing: -0.01em; white-space: nowrap }
.brand span { color: var(--accent) }
.top nav { flex: 1 }
.top ul { display: flex; flex-wrap: wrap; gap: 2px }
.top nav a { display: block; padding: 3px 10px; border-radius: 8px; color: var(--soft); font-size: 0.9rem; text-decoration: none; white-space: nowrap }
.top nav a:hover { background: var(--raised); color: var(--ink) }
.top nav a:focus-visible { outline-offset: -3px }
.theme { font-size: 0.875rem; color: var(--soft); white-space: nowrap }
select, input[type='search'], button { border: 1px solid var(--line-strong); background: var(--card); border-radius: 8px; padding: 7px 12px; min-height: 40px }
.theme select { min-height: 34px; padding: 3px 8px; color: var(--ink) }
button { cursor: pointer; font-weight: 550 }
button:hover:not(:disabled) { background: var(--raised) }
button:disabled { opacity: 0.45; cursor: default }
main { max-width: 1200px; margin: 0 auto; padding: 36px 20px 8px }
main > section, .lead { margin-bottom: 48px }
.rooms { display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: baseline; margin-bottom: 20px; font-size: 0.9rem }
footer { max-width: 1200px; margin: 0 auto; padding: 20px; color: var(--soft); font-size: 0.875rem }
.lead h1 + p { margin-top: 14px }
.told { margin-top: 10px; font-size: 1.05rem }
.lead .soft { margin-top: 6px }
.cards.first { margin-top: 20px; align-items: start }
.rows li { display: flex; justify-content: space-between; gap: 16px; padding: 9px 0; border-top: 1px solid var(--line) }
.rows li:first-child { border-top: 0 }
.rows.worst li { justify-content: flex-start }
.rows strong { font-variant-numeric: tabular-nums; white-space: nowrap }
.rows.worst > li > strong { color: var(--bad) }
.rows .value { text-align: right; white-space: nowrap }
.rows .value .soft { display: block }
.about { margin-top: 20px }
.about summary { cursor: pointer; color: var(--soft); font-size: 0.875rem }
.facts { display: flex; flex-wrap: wrap; gap: 6px 28px; margin-top: 14px }
.facts div { display: flex; gap: 8px; font-size: 0.925rem }
.facts dt { flex: none; color: var(--soft) }
.numbers-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; margin-top: 24px; background: var(--line); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden }
.numbers-row div { background: var(--card); padding: 16px 20px }
.numbers-row dt { color: var(--soft); font-size: 0.875rem }
.numbers-row strong { display: block; font-size: 1.5rem; line-height: 1.3; letter-spacing: -0.01em; font-variant-numeric: tabular-nums }
.sentence { margin-top: 8px }
.sentence + .scroll, .sentence + figure, .sentence + .cards { margin-top: 14px }
.notice { margin-top: 20px; padding: 12px 16px; border-radius: 10px; background: var(--level-ground); border-left: 4px solid var(--level) }
.notice + .notice { margin-top: 8px }
#away { margin: 0 0 20px }
.option { white-space: nowrap }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 0.825rem; font-weight: 600; white-space: nowrap; color: var(--level, var(--neutral)); background: var(--level-ground, var(--neutral-ground)) }
.gates { display: grid; gap: 10px; margin-bottom: 24px }
.soft + .gates { margin-top: 12px }
.gates li { display: grid; grid-template-columns: 124px 1fr; gap: 12px; align-items: start; padding: 14px 18px; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--level); border-radius: 10px; box-shadow: var(--shadow) }
.gates .badge { justify-self: start; margin-top: 2px }
.gates p { color: var(--soft); font-size: 0.925rem }
/* A line of scores with the answers under it leaves no half of a wide screen empty. */
@media screen and (min-width: 900px) {
  .cards.first { grid-template-columns: minmax(0, 1fr) }
  .first .rows { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 16px }
  .first .rows li { border: 0; padding: 0; align-content: start }
  .first .rows:not(.worst) li { display: grid; gap: 2px }
  .first .rows:not(.worst) li:only-child, .first .rows li:only-child .value { display: flex; justify-content: start; align-items: baseline; gap: 16px }
  .first .rows .value { text-align: left }
  .first .rows.worst li { flex-direction: column; gap: 2px; padding: 14px 16px }
}
@media screen and (max-width: 820px) {
  .top { gap: 8px 12px; position: static }
  .top nav a { padding: 5px 7px }
}
@media screen and (max-width: 640px) {
  .top { flex-wrap: wrap }
  .top nav { order: 3; flex-basis: 100% }
  .brand { flex: 1 }
  main { padding: 24px 16px 8px }
  main > section, .lead { margin-bottom: 36px }
  .card, main > section > figure, main > section > .fold > figure { padding: 14px 16px }
  .rows.worst li { gap: 10px; padding: 8px }
  .gates li { grid-template-columns: 1fr; gap: 6px }
  .numbers-row { grid-template-columns: 1fr 1fr }
  .numbers-row div { padding: 12px 14px }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
`

/**
 * For print: dark on light in either theme, without controls of the screen. If an answer is open, only that answer is
 * printed. Comes last, so that it overrides the rest.
 */
const print = `
@page { margin: 14mm }
@media print {
  :root, :root[data-theme] { color-scheme: light; font-size: 12px; --ground: #ffffff; --shadow: none }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  .top, .skip, .controls, .pages, details.numbers:not([open]), footer { display: none }
  main { padding: 0; max-width: none }
  main > section, .lead { margin-bottom: 28px }
  h2, h3, figcaption { break-after: avoid }
  .card, .gates li, figure, tr, .verdicts li { break-inside: avoid }
  thead { display: table-header-group }
  .scroll { overflow: visible }
  .data th, .data td { padding: 5px 8px }
  .data .words { min-width: 0 }
  #items { font-size: 0.85rem }
  #items thead button { padding: 5px 8px; min-height: 0; white-space: normal }
  #items thead button::after { content: none }
  #items td, .open { padding: 5px 8px; min-width: 0; min-height: 0 }
  /* Columns that a sheet has no room for stand under their answer. */
  #items:has(th:nth-child(6), .of-run) {
    thead { display: none }
    &, tbody, tbody th { display: block; width: auto }
    tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(13em, 1fr)); padding-bottom: 4px }
    th { grid-column: 1 / -1 }
    td .label { display: block; color: var(--soft) }
    .of-run { min-width: 0 }
  }
  .gates { gap: 6px }
  .gates li { padding: 8px 12px }
  body:has(dialog[open]) > :not(dialog) { display: none }
  dialog[open] { inset: 0 auto auto 0; margin: 0; width: 100%; max-height: none; border: 0; box-shadow: none; overflow: visible }
  dialog header { position: static; padding: 0 0 8px }
  dialog .body { padding: 12px 0 0 }
  dialog::backdrop { display: none }
  .steps { display: none }
}
`

/** The style sheet of all pages. */
export const styles = tokens + page + figures + answers + print
