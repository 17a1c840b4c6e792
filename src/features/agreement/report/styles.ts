/** Of pairs of cards, and of the rows on which scorer and people are furthest apart. */
export const agreementStyles = `
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 16px; margin-bottom: 24px; align-items: start }
.pair h3 { margin-bottom: 6px }
.pair .scroll { margin: 6px 0 10px }
.apart { display: grid; gap: 14px; margin-top: 12px }
.apart > li { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 16px 20px; box-shadow: var(--shadow); min-width: 0 }
.apart h3 { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; font-size: 0.925rem; font-weight: 500; margin-bottom: 10px }
.apart .id { display: inline; order: 9 }
.apart dl { display: grid; gap: 10px }
.apart dt { color: var(--soft); font-size: 0.825rem }
.apart dd { white-space: pre-wrap; unicode-bidi: plaintext; line-height: 1.55 }
.apart dd.statement { font-weight: 550 }
.apart details { margin-top: 10px }
.apart summary { cursor: pointer; color: var(--soft); font-size: 0.85rem; width: fit-content; padding: 4px 0 }
.apart details p { white-space: pre-wrap; unicode-bidi: plaintext; margin: 6px 0 0; font-size: 0.925rem }
@media (max-width: 640px) {
  .apart > li { padding: 14px 16px }
}
@media print { .apart > li { break-inside: avoid } }
`
