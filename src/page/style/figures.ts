/** Cards, drawings and plain tables. */
export const figures = `
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 16px; margin-bottom: 24px }
.cards:empty { display: none }
/* One card alone would leave most of a wide line empty: what follows stands beside it. */
@media (min-width: 900px) {
  main > section:has(> .cards > .card:only-child) { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 16px; align-items: start }
  main > section:has(> .cards > .card:only-child) > :not(.cards, figure:not(:has(+ details))) { grid-column: 1 / -1 }
}
main > section > .fold > figure { margin-bottom: 14px }
.card, main > section > figure, main > section > .fold > figure { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; box-shadow: var(--shadow); min-width: 0 }
.card { display: flex; flex-direction: column }
.card h3, .first h2 { font-size: 1.05rem }
.card figure { margin-top: 14px }
.card figure:first-child { margin-top: 0 }
.card .counts { margin-top: auto }
main > section > figure { margin-bottom: 20px }
.mean { display: flex; align-items: baseline; gap: 8px; margin-top: 8px }
.mean strong { font-size: 2.4rem; line-height: 1.1; letter-spacing: -0.03em; font-variant-numeric: tabular-nums }
figcaption { font-weight: 600; font-size: 0.95rem; margin-bottom: 8px }
.card figcaption { font-size: 0.85rem; font-weight: 500; color: var(--soft) }
.chart { container-type: inline-size }
.chart svg { display: block; width: 100%; height: auto }
.chart .only svg { max-width: 460px }
.chart .narrow svg { max-width: 480px }
.chart .medium, .chart .wide { display: none }
@container (min-width: 600px) {
  .chart .narrow { display: none }
  .chart .medium { display: block }
}
@container (min-width: 940px) {
  .chart .medium { display: none }
  .chart .wide { display: block }
}
main > section > .scroll { margin-bottom: 24px }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin-bottom: 4px }
.legend li { display: flex; align-items: center; gap: 7px }
.key { width: 14px; height: 10px; border-radius: 3px; background: var(--accent) }
.key.before { height: 0; border-radius: 0; background: none; border-top: 2px dashed var(--before) }

.key.hollow, .key.better, .key.same, .key.partly, .key.worse { width: 11px; height: 11px; border-radius: 50% }
.key.hollow { background: none; border: 2px solid var(--before) }
.key.better { background: var(--good) }
.key.same { background: var(--before) }
.key.partly { background: var(--partly) }
.key.worse { background: var(--bad) }
.counts { display: flex; flex-wrap: wrap; gap: 4px 16px; padding-top: 12px; font-size: 0.875rem; color: var(--soft) }
.counts li::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 50%; margin-right: 6px; background: var(--level) }
.counts strong { color: var(--ink); font-variant-numeric: tabular-nums }
details.fold { margin: 12px 0 }
details.fold > summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; font-weight: 550; padding: 8px 0; width: fit-content }
details.fold > summary:hover { color: var(--ink) }
details.fold[open] > summary { margin-bottom: 6px }
details.numbers { margin-top: 8px }
details.numbers summary { cursor: pointer; color: var(--soft); font-size: 0.85rem; padding: 4px 0; width: fit-content }
details.numbers summary:hover { color: var(--ink) }
/* A shadow at the right says that a table goes on there; its cover moves with the table, and hides it at the end. */
.scroll { position: relative; container-type: inline-size; overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); background: linear-gradient(to left, var(--card) 50%, transparent) right / 40px 100% no-repeat local, linear-gradient(to left, var(--line-strong), transparent) right / 8px 100% no-repeat scroll, var(--card) }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word }
.data { font-size: 0.9rem }
.data th, .data td { padding: 9px 14px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top }
.data tbody tr:last-child > * { border-bottom: 0 }
.data thead th { color: var(--soft); font-weight: 500; font-size: 0.825rem; background: var(--raised) }
.data tbody th { font-weight: 600 }
.data .numeric { text-align: right; font-variant-numeric: tabular-nums }
.data tbody .numeric { white-space: nowrap }
.data .words { min-width: 9em }
.stacks .label { display: none }
@media screen {
  @container (max-width: 560px) {
    .data th, .data td { padding: 6px }
    .data .words { min-width: 5.5em }
    .data thead .numeric, .data .numeric .range { white-space: normal }
    .stacks thead { display: none }
    .stacks, .stacks tbody, .stacks tr, .stacks tbody th { display: block }
    .stacks tbody tr { padding: 5px 14px; border-bottom: 1px solid var(--line) }
    .stacks tbody tr:last-child { border-bottom: 0 }
    .stacks tbody th, .stacks td { padding: 0; line-height: 1.35; border-bottom: 0 }
    .stacks td { display: grid; grid-template-columns: fit-content(55%) minmax(0, 1fr); gap: 0 12px; text-align: right; white-space: normal; overflow-wrap: anywhere }
    .stacks td .label { display: block; color: var(--soft); text-align: left }
    .stacks td .badge { justify-self: end; white-space: normal }
    .stacks td .range { grid-column: 1 / -1 }
  }
}
.variant { display: inline-block; max-width: 15em; white-space: normal; overflow-wrap: anywhere }
.worst { display: grid; gap: 12px }
.worst > li { padding: 14px 16px; background: var(--raised); border-radius: 10px }
.notice + .scroll, .soft + .scroll { margin-top: 12px }
.key.limit { height: 0; border-radius: 0; background: none; border-top: 2px dotted var(--bad) }
.key.alarm { background: var(--bad-ground); border: 1px solid var(--bad) }
.lead > .soft { margin-top: 14px }
.data .meaning { color: var(--soft); font-weight: 400; font-size: 0.825rem; display: block; min-width: 15em }
.data .range { display: block; color: var(--soft); font-size: 0.825rem }
@media (max-width: 640px) {
  .data .meaning { display: none }
  .data th.words:has(.meaning) { min-width: 0 }
}
`
