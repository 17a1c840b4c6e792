import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it, test } from 'vitest'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { createFaithfulnessScorer } from '../../../src/scorers/faithfulness.ts'
import { splitStatements } from '../../../src/text/statements/statements.ts'
import { runs } from '../../support/random-runs.ts'

const texts = (source: string) => splitStatements(source).map(({ text }) => text)

describe('what a reader of the page does not see', () => {
  it.each([
    'It is <b>tall</b>. <!-- A comment. It says more. --> It is old.',
    'It is tall.\n\n<!-- A comment\n\nof two paragraphs. -->\n\nIt is old.',
    'It is tall.\n\n[1]: https://a.io "A title. Long."\n[docs]: ./docs/a.md\n[x]: <mailto:a@b.c>\n\nIt is old.',
    'It is tall.\n\n<hr>\n\nIt is old.',
    'It is tall.\n<hr class="wide"/>\nIt is old.',
    '<a id="tall"></a>It is tall.\n\n<a name="old"></a>\n\nIt is old.',
    'It is tall. ![A photo. By night.](a.png) It is old.',
    '[![Build of 2026](https://a.io/b.svg)](https://a.io)\n\nIt is tall.\n\nIt is old. ![A badge][b]',
    '<img src="a.png" alt="A photo. By night."> It is tall. <img alt="x"/>It is old.',
    '<span style="color: red">It is tall.</span> It <em>is</em> <a href="https://a.io/?b=1.&c=2">old</a>.',
    '<style>p { color: red. }</style>It is tall. <script>alert("No. Yes.")</script>It is old.',
    'It&nbsp;is tall. It is&nbsp;old.',
    'It is tall.<wbr> It is o<wbr>ld.',
    '<!DOCTYPE html>\n<html><body>It is tall. It is old.</body></html>',
    '<?xml version="1.0"?><p>It is tall.</p><p>It is old.</p>',
    'It is tall. <![CDATA[Sold. 9 times]]>It is old.',
    '<noscript>Enable it. Now.</noscript>It is tall. It is old.',
    '<svg width="10"><path d="M0 0L1 1"/><text>A. B.</text></svg>It is tall. It is old.',
    '---\ntitle: The tower. A page.\ntags:\n  - tall\n- b\n---\nIt is tall. It is old.',
    ':::note\nIt is tall.\n:::\nIt is old.',
    '::: tip {#a .b}\n\nIt is tall.\n\n::::\n\nIt is old.',
    'It is tall&#46; It is old&period;',
  ])('is no statement: %s', (source) => {
    expect(texts(source)).toEqual(['It is tall.', 'It is old.'])
  })

  it.each([
    'It is tall<br>Buy shoes',
    'It is tall.<br/>Buy shoes',
    'It is tall. <BR /> Buy shoes',
    '<p>It is tall</p><p class="ad">Buy shoes',
    '<ul><li>It is tall</li><li>Buy shoes</li></ul>',
    '<ul>\n  <li>It is tall\n  <li>Buy shoes\n</ul>',
    '<table><tr><td>It is tall</td><td>Buy shoes</td></tr></table>',
    '<div>It is tall</div>\n<div>Buy shoes</div>',
    '<blockquote>It is tall</blockquote>Buy shoes',
    '- It is tall<br>Buy shoes',
    '<dl><dt>It is tall<dd>Buy shoes</dl>',
    '<select><option>It is tall</option><option>Buy shoes</option></select>',
    'It is tall</div>Buy shoes',
    'It is tall.</section> Buy shoes',
    '---\nNote: It is tall.\n---\nBuy shoes',
    ':::tip It is tall\nBuy shoes\n:::',
  ])('ends a statement: %s', (source) => {
    expect(texts(source)).toEqual(['It is tall', 'Buy shoes'].map((text) => expect.stringContaining(text)))
  })

  it('makes headings of headings', () => {
    expect(texts('<h1>Tower</h1><h2 id="tall">Height</h2>It is tall. It is old.')).toEqual([
      'Tower: Height: It is tall.',
      'It is old.',
    ])
  })

  it('leaves a row of a Markdown table whole', () => {
    expect(texts('| a<br>b | c |\n|---|---|\n| d<br>e | f |')).toEqual(['a b | c: d e | f'])
  })

  it('leaves the number of a power apart, and joins other raised or lowered letters', () => {
    expect(texts('It is 10<sup>2</sup>. H<sub>2</sub>O is wet. It is the 19<sup>th</sup>.')).toEqual([
      'It is 10<sup>2</sup>.',
      'H2O is wet.',
      'It is the 19th.',
    ])
  })

  it('keeps the text of a footnote, but not its number', () => {
    expect(texts('It is tall.[^1]\n\n[^1]: Smith measured it.')).toEqual([
      'It is tall.[^1]',
      'Smith measured it.',
    ])
  })
})

describe('what only looks like it', () => {
  it.each([
    'Use the <br> tag to break a line.',
    'Use <b> and </b> for bold.',
    'Never use <hr>, <br> or <p>.',
    'The <script> tag runs code.',
    '<br> tags break lines.',
    'It holds if a < b and c > d.',
    'It holds if a<b and c>d.',
    'It holds if x<p and q>r.',
    'A Map<string, number> and a List<a> are generic.',
    'Type git commit -m <title>',
    'Put your <option> there.',
    'Mail <anna@example.com> soon.',
    '<!-- is how a comment begins.',
    'It costs $5. $$ is no formula',
    'Paris is in [France]: a country.',
    'Start with <!DOCTYPE html>.',
    'The <noscript> and <svg> tags are old.',
    'Close it with </div> or so.',
    'Write "</div>" at the end.',
    'Types such as a::b and ::: are rare.',
  ])('loses no word: %s', (source) => {
    expect(texts(source).join(' ')).toBe(source)
  })

  it('stays in code', () => {
    expect(texts('Use `<br>` or ``<p>a. B</p>``. It works.')).toEqual([
      'Use <br> or <p>a. B</p>.',
      'It works.',
    ])
    expect(texts('```html\n<p>a</p><br>\n[1]: https://a.io\n```\nIt is tall.')).toEqual([
      '<p>a</p><br>\n[1]: https://a.io',
      'It is tall.',
    ])
    expect(texts('> ~~~\n> <li>a\n> ~~~\n\n<p>It is tall.')).toEqual(['<li>a', 'It is tall.'])
  })
})

describe('formulas and indented code', () => {
  it.each([
    ['\\[ y = 2. x = 3. \\]\nIt is so.', ['\\[ y = 2. x = 3. \\]', 'It is so.']],
    ['\\[\ny = 2. X\n= 3.\n\\]\n\nIt is so.', ['\\[ y = 2. X = 3. \\]', 'It is so.']],
    ['$$ y = 2. X = 3. $$\n\nIt is so.', ['$$ y = 2. X = 3. $$', 'It is so.']],
    [
      'Run this:\n\n    x = 1. Y\n    - y\n      z\n\n    a\n\nIt works.',
      ['Run this: x = 1. Y\n- y\n  z\n\na', 'It works.'],
    ],
    [
      '\\begin{align*} y &= 2. \\\\ X &= \\begin{cases} 3. Z \\end{cases} \\end{align*}\n\nIt is so.',
      ['\\begin{align*} y &= 2. \\\\ X &= \\begin{cases} 3. Z \\end{cases} \\end{align*}', 'It is so.'],
    ],
    ['- Run this:\n\n      x = 1. Y\n      y\n\n  It works.', ['Run this: x = 1. Y\ny', 'It works.']],
    ['1. Run this:\n\n       x = 1. Y\n2. Stop it.', ['Run this: x = 1. Y', 'Stop it.']],
    ['Run this:\n\n\tx = 1. Y\n\ty', ['Run this: x = 1. Y\ny']],
    ['<pre><code>x = 1. Y\n= 2.</code></pre>It works.', ['x = 1. Y = 2.', 'It works.']],
    ['Type <code>a. B</code> here. It works.', ['Type a. B here.', 'It works.']],
  ])('are not cut: %j', (source, expected) => {
    expect(texts(source)).toEqual(expected)
  })

  it.each([
    ['1. One\n\n    More of one. And more.\n2. Two', ['One', 'More of one.', 'And more.', 'Two']],
    ['1. One\n\n      More of one. And more.\n2. Two', ['One', 'More of one.', 'And more.', 'Two']],
    ['    It is tall. It is old.\n    It is here.', ['It is tall.', 'It is old.', 'It is here.']],
    ['Steps:\n\n    1. Open it.\n    2. Close it.', ['Steps: Open it.', 'Close it.']],
    [
      'It is new.\n\n    The tower is tall, they say. It is old.',
      ['It is new.', 'The tower is tall, they say.', 'It is old.'],
    ],
  ])('are not seen in text that only stands farther in: %j', (source, expected) => {
    expect(texts(source)).toEqual(expected)
  })
})

/** The words that a browser shows. */
function wordsShown(html: string): string[] {
  const shown = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('value' in node) return node.value
    return 'childNodes' in node ? node.childNodes.map(shown).join(node.nodeName === 'p' ? ' ' : '') : ''
  }
  return shown(parseFragment(html)).match(/\p{L}+/gu) ?? []
}

test('shows the words of a page that a parser of HTML shows', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,6}$/).map((word) => ` ${word} `)
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.constantFrom(' <br>', '<!-- a "b" -->', '<hr/>', '<img alt="No > yes" src=a.png>', '<wbr>'),
      fc
        .tuple(
          fc.constantFrom('div', 'span', 'b', 'section', 'em', 'h3', 'blockquote'),
          fc.constantFrom('', ' id="a"', " class='b > c'", ' title=x hidden', '\n  lang="en"'),
          fc.array(tie('tree'), { maxLength: 4 }),
        )
        .map(([name, attributes, inner]) => `<${name}${attributes}>${inner.join('')}</${name}>`),
    ),
  }))
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 6 }), (trees) => {
      const html = trees.join('')
      const shown = wordsShown(html)
      fc.pre(shown.length > 0)
      expect(
        texts(html)
          .join(' ')
          .match(/\p{L}+/gu) ?? [],
      ).toEqual(shown)
    }),
    { numRuns: runs(300) },
  )
})

test('markup costs an answer nothing, and an advertisement behind a break its own share', async () => {
  const context = ['The Eiffel Tower is 330 metres tall. It was opened in 1889. It stands in Paris.']
  const scorer = createFaithfulnessScorer({ model: embeddedJudge({ encoder: false }), options: { context } })
  const scoreOf = async (text: string) => {
    const output = [{ role: 'assistant', content: text }]
    const { score } = await scorer.run({ input: [{ role: 'user', content: 'How tall is it?' }], output })
    return score
  }
  const tall = 'The Eiffel Tower is 330 metres tall.'
  const old = 'It was opened in 1889.'
  const plain = await scoreOf(`${tall} ${old}`)
  for (const text of [
    `<p>${tall}</p><p>${old}</p>`,
    `${tall} <!-- Built for 7 people, never seen. --> ${old}`,
    `${tall}\n\n[7]: https://a.io/99\n\n${old}`,
    `<a id="h7"></a>\n\n${tall}\n\n<hr>\n\n${old}`,
    `${tall} ![Sold 99 times](a.png) ${old}`,
    `<table><tr><td width="99">${tall}</td><td>${old}</td></tr></table>`,
  ])
    expect(await scoreOf(text), text).toBe(plain)
  expect(await scoreOf(`${tall}<br>Buy our 99 shoes today`)).toBe(
    await scoreOf(`${tall}\n\nBuy our 99 shoes today`),
  )
})
