/**
 * On paper: dark on light whatever the theme, without what is only for a screen. Where an answer is open, that answer
 * alone is printed. It comes last, so that it wins.
 */
export const print = `
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
  td .error { min-width: 0 }
  #items { font-size: 0.85rem }
  #items thead button { padding: 5px 8px; min-height: 0; white-space: normal }
  #items thead button::after { content: none }
  #items td, .open { padding: 5px 8px; min-width: 0; min-height: 0 }
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
