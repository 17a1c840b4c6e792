/** Of streams with their charts, and of alarms that open. */
export const monitorStyles = `
.stream { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; box-shadow: var(--shadow); margin-bottom: 20px; min-width: 0 }
.stream > header { display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: baseline }
.stream > header h3 { font-size: 1.1rem }
.stream > p { margin: 4px 0 10px }
.stream .facts { margin: 10px 0 14px }
.stream .scroll { margin-top: 12px }
.event { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--level, var(--neutral)); border-radius: 10px; margin-bottom: 10px }
.event summary, .event > p { padding: 12px 16px; display: block }
.event summary { cursor: pointer }
.event summary::before { content: '▸ '; color: var(--soft) }
.event[open] summary::before { content: '▾ ' }
.event time { color: var(--soft); font-size: 0.85rem; margin-right: 8px; font-variant-numeric: tabular-nums }
.event .inside { padding: 0 16px 16px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) }
.event .facts { margin-top: 0 }
.worst .said { white-space: pre-wrap; margin: 6px 0; unicode-bidi: isolate }
.worst .units { display: grid; gap: 4px; margin-top: 8px; font-size: 0.9rem }
`
