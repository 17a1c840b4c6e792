/** Colours of both themes, with a contrast of at least 4.5 between text and background; sizes and type. */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f8, #0e1116);
  --card: light-dark(#ffffff, #171b22);
  --raised: light-dark(#f0f2f5, #1f252e);
  --ink: light-dark(#171b22, #e8ebf0);
  --soft: light-dark(#56606e, #a2adbb);
  --line: light-dark(#e1e5ea, #2a313b);
  --line-strong: light-dark(#8a94a2, #6b7685);
  --accent: light-dark(#3d5bd9, #8ea6ff);
  --before: light-dark(#7b8593, #8b96a5);
  --good: light-dark(#17774a, #5fd09a);
  --good-ground: light-dark(#e0f4e9, #12321f);
  --partly: light-dark(#8a5a00, #efb94f);
  --partly-ground: light-dark(#fdf0d2, #3a2b0b);
  --bad: light-dark(#bd2f2b, #ff8d85);
  --bad-ground: light-dark(#fde6e4, #421b1a);
  --neutral: light-dark(#56606e, #a2adbb);
  --neutral-ground: light-dark(#e9ecf1, #262d37);
  --added: light-dark(#cfd9ff, #2c3a7d);
  --removed: light-dark(#e4e0e6, #3d3542);
  --radius: 12px;
  --shadow: 0 1px 2px light-dark(rgb(20 28 40 / 6%), rgb(0 0 0 / 40%));
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, monospace;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
}
:root[data-theme='light'] { color-scheme: light }
:root[data-theme='dark'] { color-scheme: dark }
[data-level='good'] { --level: var(--good); --level-ground: var(--good-ground) }
[data-level='partly'] { --level: var(--partly); --level-ground: var(--partly-ground) }
[data-level='bad'] { --level: var(--bad); --level-ground: var(--bad-ground) }
[data-level='neutral'] { --level: var(--neutral); --level-ground: var(--neutral-ground) }
`
