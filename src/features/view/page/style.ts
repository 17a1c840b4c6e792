export const viewStyles = `
main > .controls { margin-bottom: 24px }
.runs { display: grid; gap: 10px }
.runs > li { display: grid; grid-template-columns: minmax(0, 1fr) auto 9em; gap: 6px 28px; align-items: center; padding: 14px 18px; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--level); border-radius: 10px }
.runs .marks { display: flex; flex-wrap: wrap; gap: 6px }
.marks .badge, .rooms .badge { white-space: normal; overflow-wrap: anywhere }
.runs .marks:not(:empty) { margin-bottom: 4px }
.runs .means { display: grid; gap: 2px; font-size: 0.9rem; font-variant-numeric: tabular-nums }
.runs .means div { display: flex; gap: 14px; justify-content: space-between }
.runs .means dt { color: var(--soft) }
.runs .means dd { text-align: right; white-space: nowrap }
.runs .acts { text-align: right; font-size: 0.9rem }
.turn { display: flex; flex-wrap: wrap; gap: 8px 20px; justify-content: center; align-items: baseline; margin-top: 18px }
.cards.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)) }
.wide .chart .medium svg { max-width: 560px }
.wide .chart a:hover circle { stroke: var(--ink) }
@container (min-width: 440px) {
  .wide .chart .narrow { display: none }
  .wide .chart .medium { display: block }
}
.breaks { margin-top: 8px; display: grid; gap: 4px }
@media screen and (max-width: 760px) {
  .runs > li { grid-template-columns: minmax(0, 1fr); padding: 12px 14px }
  .runs .acts { text-align: left }
}
`
