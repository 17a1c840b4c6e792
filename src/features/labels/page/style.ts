export const labellingStyles = `
.top .progress { flex: 1; display: flex; align-items: center; justify-content: flex-end; gap: 10px; font-size: 0.9rem; font-variant-numeric: tabular-nums; white-space: nowrap }
progress { width: min(220px, 30vw); height: 8px; appearance: none; border: 0; border-radius: 4px; background: var(--neutral-ground); overflow: hidden }
progress::-webkit-progress-bar { background: var(--neutral-ground) }
progress::-webkit-progress-value { background: var(--accent) }
progress::-moz-progress-bar { background: var(--accent) }
main { max-width: 1240px }
#task .sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(320px, 440px); grid-template-areas: 'material form' 'last form'; grid-template-rows: auto 1fr; gap: 8px 28px; align-items: start }
#task .material { grid-area: material }
#task .form { grid-area: form }
#task .last { grid-area: last }
#task h2 { margin-bottom: 4px; font-size: 0.85rem; color: var(--soft); font-weight: 600; letter-spacing: 0 }
#task .material > section { margin-bottom: 20px }
#task .asked { font-size: 1.1rem; font-weight: 600 }
#task .given { padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); color: var(--soft) }
#task .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 12px 20px; margin-bottom: 20px; align-items: start }
#task .given.whole { color: var(--ink) }
#task mark { background: var(--added); color: var(--ink); border-radius: 4px; padding: 2px 1px; box-decoration-break: clone; -webkit-box-decoration-break: clone }
#task details { margin-bottom: 16px; padding: 10px 14px; background: var(--raised); border-radius: 10px }
#task summary { cursor: pointer; font-weight: 600; font-size: 0.9rem }
#task .pieces { max-height: 40vh; overflow: auto }
#task .pieces .text { margin-top: 10px; font-size: 0.95rem }
#task .form { position: sticky; top: 76px; display: grid; gap: 10px }
#task .form .question-text { font-size: 0.95rem; display: block; -webkit-line-clamp: none; line-height: 1.5 }
#task .options { display: grid; gap: 8px }
#task .options button { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; width: 100%; padding: 10px 14px; text-align: left; border-radius: 10px }
#task .options button kbd { grid-row: span 2; align-self: start; margin-top: 1px }
#task .options .criterion { font-weight: 400; font-size: 0.875rem; color: var(--soft); line-height: 1.45 }
kbd { display: inline-block; min-width: 1.7em; padding: 1px 6px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 6px; background: var(--raised); color: var(--ink); font: 0.8rem var(--mono); text-align: center }
#task .number { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; font-size: 0.9rem }
#task .number input { width: 7em }
input[type='number'], textarea { border: 1px solid var(--line-strong); background: var(--card); border-radius: 8px; padding: 7px 12px; min-height: 40px }
#task .others { display: flex; flex-wrap: wrap; gap: 8px }
#task .others button { flex: 1 1 auto; display: flex; gap: 8px; align-items: center; justify-content: center; white-space: nowrap; padding: 6px 12px; font-size: 0.9rem }
#task .comment { display: grid; gap: 4px; font-size: 0.85rem; color: var(--soft) }
#task textarea { font: inherit; font-size: 0.95rem; color: var(--ink); width: 100%; min-height: 64px; resize: vertical }
#task .last { text-align: left; padding: 14px 18px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); font-size: 0.925rem }
#task .last .quote { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: var(--soft) }
#task .last .verdicts-row { display: flex; flex-wrap: wrap; gap: 4px 22px; margin-top: 6px }
.finished { max-width: 60ch; margin: 10vh auto; text-align: center }
#task .finished > h2 { font-size: 1.5rem; color: var(--ink); margin-bottom: 12px }
.finished .next { margin-top: 20px }
#task .finished .last { margin-top: 32px }
.finished .others { justify-content: center; margin-top: 20px; display: flex }
@media screen and (max-width: 860px) {
  #task .sides { grid-template-columns: minmax(0, 1fr); grid-template-areas: 'material' 'form' 'last'; gap: 16px }
  #task .form { position: static }
  .top .progress { flex-basis: 100%; justify-content: space-between }
  .top .progress progress { flex: 1; width: auto }
}
@media (hover: none) and (pointer: coarse) { #task kbd { display: none } }
`
