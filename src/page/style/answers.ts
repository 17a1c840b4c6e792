/** The table of answers and the dialog that shows one. */
export const answers = `
.controls { display: flex; flex-wrap: wrap; gap: 12px; margin-bottom: 12px }
.controls label { display: grid; gap: 4px; font-size: 0.85rem; color: var(--soft) }
.controls input, .controls select { color: var(--ink); font-size: 0.95rem; width: 100% }
.controls .grow { flex: 1 1 260px }
#status { margin-bottom: 10px; min-height: 1.5em }
#items thead th { padding: 0; text-align: left; background: var(--raised); border-bottom: 1px solid var(--line) }
#items thead button { width: 100%; text-align: left; border: 0; border-radius: 0; background: none; padding: 10px 16px; font-size: 0.85rem; font-weight: 600; color: var(--soft); white-space: nowrap }
#items thead button::after { content: ' ↕'; opacity: 0.55 }
#items thead [aria-sort] button { color: var(--ink) }
#items thead [aria-sort='ascending'] button::after { content: ' ↑'; opacity: 1 }
#items thead [aria-sort='descending'] button::after { content: ' ↓'; opacity: 1 }
#items :focus-visible { outline-offset: -3px }
#items tbody tr { cursor: pointer; border-bottom: 1px solid var(--line) }
#items tbody tr:last-child { border-bottom: 0 }
#items tbody tr:hover { background: var(--raised) }
#items tbody th { padding: 0; text-align: left; font-weight: 400; width: 50% }
#items th, #items td { overflow-wrap: anywhere }
#items td { padding: 10px 16px; min-width: 150px; vertical-align: middle }
#items td .label { display: none }
#items th .badge { white-space: normal }
.open { display: block; width: 100%; min-width: 16em; border: 0; background: none; border-radius: 0; padding: 10px 16px; text-align: left; font-weight: 400 }
#items .open:hover { background: none }
.id { display: block; font: 0.8rem var(--mono); color: var(--soft) }
.question { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.4; unicode-bidi: isolate }
.score { display: flex; align-items: center; gap: 10px }
.score .number { flex: none; font-variant-numeric: tabular-nums; font-weight: 600; min-width: 3.1em }
.bar { flex: 1; max-width: 110px; height: 6px; border-radius: 3px; background: var(--neutral-ground) }
.bar span { display: block; height: 100%; width: calc(var(--share) * 100%); border-radius: 3px; background: var(--level) }
.runs { display: grid; gap: 4px }
.runs > .badge { justify-self: start }
.from { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; font-size: 0.85rem }
.before .score { display: inline }
.before .number { min-width: 0; font-weight: 400 }
.before .bar { display: none }
.change { font-size: 0.85rem; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--level, var(--soft)) }
.of-run { min-width: 180px; display: grid; grid-template-columns: 1.4em minmax(0, 1fr) 4em; column-gap: 6px; align-items: center; justify-items: start }
.of-run > .badge { grid-column: 2 / -1; white-space: normal }
.of-run .score { width: 100% }
.letter { font-weight: 600; color: var(--soft) }
.best { color: var(--soft); font-size: 0.9em; white-space: nowrap }
.letters { display: flex; flex-wrap: wrap; gap: 2px 20px; margin-bottom: 14px }
.letters strong { color: var(--ink) }
.pages { display: flex; justify-content: space-between; gap: 12px; margin-top: 14px }
dialog { width: min(1120px, calc(100vw - 32px)); max-width: none; max-height: calc(100dvh - 32px); margin: auto; padding: 0; border: 1px solid var(--line); border-radius: 16px; background: var(--card); color: var(--ink); box-shadow: 0 24px 80px rgb(0 0 0 / 35%); overflow: auto }
dialog::backdrop { background: rgb(10 14 20 / 55%) }
dialog header { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 16px; align-items: center; padding: 14px 24px; background: var(--card); border-bottom: 1px solid var(--line) }
dialog h2 { margin: 0; font-size: 1.15rem }
.steps { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
dialog .links:empty { display: none }
.steps a { font-size: 0.9rem; margin-right: 8px }
.steps button { white-space: nowrap; min-height: 36px; padding: 4px 12px; font-size: 0.9rem }
dialog .body { padding: 20px 24px 24px; display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr) }
dialog h3 { font-size: 0.85rem; color: var(--soft); margin-bottom: 4px }
.text { white-space: pre-wrap; unicode-bidi: plaintext; line-height: 1.65 }
.body > section > .text { font-size: 1.05rem }
[role='tablist'] { display: flex; flex-wrap: wrap; gap: 4px; border-bottom: 1px solid var(--line) }
[role='tab'] { display: flex; align-items: center; gap: 10px; border: 0; border-bottom: 3px solid transparent; border-radius: 8px 8px 0 0; background: none; padding: 8px 14px; max-width: 100%; text-align: left; color: var(--soft) }
[role='tab'] > :first-child { overflow-wrap: anywhere }
[role='tab'][aria-selected='true'] { color: var(--ink); border-bottom-color: var(--accent) }
[role='tab'] .bar { display: none }
[role='tab'] .number { min-width: 0 }
[role='tab']:focus-visible { outline-offset: -3px }
.panel, .panel[data-turns] .chat > li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 28px }
.panel[data-turns] { grid-template-columns: minmax(0, 1fr) }
.panel[data-turns] .chat > li { padding-top: 18px; border-top: 1px solid var(--line) }
.sides { --columns: 2; display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 24px 28px }
.sides[data-columns='3'] { --columns: 3 }
.side { display: grid; grid-template-rows: subgrid; grid-row: span 3; gap: 12px; min-width: 0; align-content: start }
.side-head { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding-bottom: 8px; border-bottom: 2px solid var(--line) }
.side-head h3 { margin: 0; color: var(--ink); font-size: 1rem }
.side-head .score { flex: 0 0 150px; align-self: center }
.sides[data-turns] .side { grid-row: span calc(var(--turns) + 4) }
.sides[data-turns] .given { display: grid; grid-template-rows: subgrid; grid-row: span calc(var(--turns) + 2) }
.sides[data-turns] .chat { grid-template-rows: subgrid; grid-row: span var(--turns) }
.sides[data-turns] .given > h4 + div { grid-row: 2 / -1 }
.nothing { grid-row: 2 / -1; padding: 20px; border: 1px dashed var(--line-strong); border-radius: 10px; color: var(--soft) }
.marking { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; font-size: 0.875rem; color: var(--soft) }
.marking select { min-height: 34px; padding: 3px 8px; color: var(--ink) }
ins { text-decoration: none; font-weight: 650; color: var(--ink); background: var(--added); border-radius: 3px }
del { color: var(--ink); background: var(--removed); border-radius: 3px; text-decoration-thickness: 1.5px }
dialog:has(.sides[data-columns='3']) { width: min(1440px, calc(100vw - 32px)) }
mark { color: inherit; background: var(--level-ground); border-bottom: 2px solid var(--level); border-radius: 3px 3px 0 0; padding: 1px 1px; box-decoration-break: clone; -webkit-box-decoration-break: clone }
mark[data-level='partly'] { border-bottom-style: dashed }
mark[data-level='bad'] { border-bottom-style: double; border-bottom-width: 4px }
mark sup { color: var(--level); font-weight: 700; font-size: 0.7em; line-height: 0; margin-left: 3px; white-space: nowrap }
.chat { display: grid; gap: 18px; padding: 0; list-style: none }
.chat > li { display: grid; gap: 6px 28px; align-content: start; overflow-wrap: anywhere }
.turn-said { display: grid; gap: 6px; align-content: start }
.turn-judged:empty { display: none }
.turn-judged > :last-child { margin-bottom: 0 }
.said { max-width: 85%; padding: 8px 14px; border-radius: 14px; white-space: pre-wrap; unicode-bidi: plaintext; line-height: 1.5 }
.said.user { justify-self: start; background: var(--raised); border: 1px solid var(--line); border-bottom-left-radius: 4px }
.said.agent { justify-self: end; background: var(--neutral-ground); border-bottom-right-radius: 4px }
.turn-score { margin-bottom: 12px; font-size: 0.925rem }
.evidence { margin: 6px 0 }
.evidence summary { cursor: pointer; padding: 5px 0; font-size: 0.9rem; overflow-wrap: anywhere }
.evidence > summary { font-weight: 550; width: fit-content }
.evidence .text { font-size: 0.9rem; white-space: pre-wrap; overflow-wrap: anywhere }
.evidence h5 { margin: 6px 0 0; font-size: 0.8rem; color: var(--soft) }
.piece { margin: 4px 0; padding-left: 12px; border-left: 2px solid var(--line) }
.piece[open] > summary > .soft { display: none }
.judged > h4:has(+ .evidence) { margin-top: 20px }
.see-piece { margin-top: 2px; padding: 4px 0; min-height: 28px; border: 0; background: none; text-decoration: underline; font-size: 0.85rem; color: var(--accent) }
.turn-note { font-size: 0.85rem }
.preference { padding: 20px 0; border-top: 1px solid var(--line) }
.preference h3 { font-size: 1rem; margin-bottom: 6px; overflow-wrap: anywhere }
.preference .id { display: inline; margin-left: 8px }
.preference-sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px 28px; margin: 12px 0 }
.preference-sides h4 { margin-bottom: 6px }
.preference-sides .text { overflow-wrap: anywhere }
.preference-sides del { text-decoration: none }
.summary { padding: 10px 14px; background: var(--raised); border-radius: 10px; font-size: 0.925rem }
.given > div > h4 { margin-top: 16px }
.expected { display: grid; gap: 6px; padding: 0; list-style: none; font-size: 0.925rem; overflow-wrap: anywhere }
.judgings { margin-top: 8px; font-size: 0.925rem }
.verdicts { display: grid; gap: 12px; margin-bottom: 20px }
.verdicts li { border-left: 3px solid var(--level); padding: 2px 0 2px 14px }
.verdicts blockquote { margin: 5px 0 3px; font-weight: 550; font-size: 0.95rem; line-height: 1.45 }
.judge-words { font-size: 0.925rem; color: var(--ink) }
.judge-words::before { content: 'Judge: '; color: var(--soft) }
.notes { margin-top: 14px; font-size: 0.825rem }
@media screen and (max-width: 760px) {
  .controls label { flex: 1 1 130px; min-width: 0 }
  .controls .grow { flex-basis: 100% }
  #items thead { display: none }
  #items, #items tbody, #items tr, #items th, #items td { display: block; width: auto }
  #items tbody th { width: auto }
  .open { min-width: 0 }
  #items tbody tr { padding-bottom: 8px }
  #items td { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 3px 16px; min-width: 0 }
  #items td .label { display: block; color: var(--soft); font-size: 0.875rem; overflow-wrap: break-word; min-width: 8em }
  #items td .score { flex: 0 0 150px }
  .panel, .panel[data-turns] .chat > li, .preference-sides { grid-template-columns: minmax(0, 1fr) }
  .sides, .sides[data-columns='3'] { --columns: 1 }
  .sides[data-relation='before and after'] > .side:last-child { order: -1 }
  .sides[data-turns] :is(.side, .given, .chat) { display: contents }
  .sides[data-turns] .given > h4 { display: none }
  .sides[data-turns] :is(.given > div, .judged) { order: 101 }
  .sides[data-turns] [data-side]::before { content: attr(data-side); font-size: 0.85rem; font-weight: 650; color: var(--soft) }
  #items td .runs { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; justify-content: flex-end }
  #items td .runs .bar, #items td .runs .before { display: none }
  #items td .runs .score { flex: none }
  #items td .runs .number { min-width: 0 }
  #items td .of-run { display: inline-flex; min-width: 0; gap: 4px }
  #items td .best { display: none }
  #items td .of-run .score { width: auto }
  dialog { width: 100vw; height: 100dvh; max-height: none; border-radius: 0; border: 0 }
  dialog header, dialog .body { padding-inline: 16px }
  .steps button { padding-inline: 9px }
  [role='tab'] { display: grid; grid-template-columns: auto auto; justify-content: start; gap: 0 10px; padding-inline: 10px }
  [role='tab'] > :first-child { grid-column: 1 / -1 }
}
`
