/** Hand-made texts with the statements that a careful reader sees in them, in eight kinds. */
export interface StatementCase {
  kind: 'abbreviations' | 'decimals' | 'lists' | 'markdown' | 'code' | 'CJK' | 'other scripts' | 'quotations'
  source: string
  statements: string[]
}

const paris = '| City | People |\n|---|---:|\n| Paris | 2.1 million |\n| Lyon | 0.5 million |'

export const statementCases: StatementCase[] = [
  {
    kind: 'abbreviations',
    source: 'Dr. Smith met Mrs. Jones at 5 p.m. on Monday. They talked, e.g. about the U.S. economy.',
    statements: [
      'Dr. Smith met Mrs. Jones at 5 p.m. on Monday.',
      'They talked, e.g. about the U.S. economy.',
    ],
  },
  {
    kind: 'abbreviations',
    source: 'The train leaves at 7 p.m. Please be on time.',
    statements: ['The train leaves at 7 p.m.', 'Please be on time.'],
  },
  {
    kind: 'abbreviations',
    source: 'J. R. R. Tolkien wrote it. John F. Kennedy read it.',
    statements: ['J. R. R. Tolkien wrote it.', 'John F. Kennedy read it.'],
  },
  {
    kind: 'abbreviations',
    source: 'See No. 5 and Fig. 3 on p. 12. It costs approx. 20 euros vs. 15 before.',
    statements: ['See No. 5 and Fig. 3 on p. 12.', 'It costs approx. 20 euros vs. 15 before.'],
  },
  {
    kind: 'abbreviations',
    source: 'He works for Acme Inc. and lives in Washington D.C. The office is small.',
    statements: ['He works for Acme Inc. and lives in Washington D.C.', 'The office is small.'],
  },
  {
    kind: 'abbreviations',
    source: 'We need eggs, milk, etc. Shops close soon.',
    statements: ['We need eggs, milk, etc.', 'Shops close soon.'],
  },
  {
    kind: 'abbreviations',
    source: 'Take plenty of vitamin C. It helps, i.e. it may help.',
    statements: ['Take plenty of vitamin C.', 'It helps, i.e. it may help.'],
  },
  {
    kind: 'decimals',
    source: 'Pi is 3.14159. Version 2.0.1 fixed it.',
    statements: ['Pi is 3.14159.', 'Version 2.0.1 fixed it.'],
  },
  {
    kind: 'decimals',
    source: 'It costs $1,299.99. That is 15.5% more than in 2019.',
    statements: ['It costs $1,299.99.', 'That is 15.5% more than in 2019.'],
  },
  {
    kind: 'decimals',
    source: 'The result is 42. 17 of them are odd.',
    statements: ['The result is 42.', '17 of them are odd.'],
  },
  {
    kind: 'decimals',
    source: '1986. It happened in the spring, at .5 of the usual cost.',
    statements: ['1986.', 'It happened in the spring, at .5 of the usual cost.'],
  },
  {
    kind: 'lists',
    source: '1. Open the door.\n2. Walk in.\n3. Close it.',
    statements: ['Open the door.', 'Walk in.', 'Close it.'],
  },
  {
    kind: 'lists',
    source: '- Fruit\n  - Apple\n  - Pear\n- Bread',
    statements: ['Fruit', 'Apple', 'Pear', 'Bread'],
  },
  {
    kind: 'lists',
    source: '- [x] Buy milk\n- [ ] Call Anna. She is waiting.',
    statements: ['Buy milk', 'Call Anna.', 'She is waiting.'],
  },
  {
    kind: 'lists',
    source: 'You need two things:\n\n* a pen\n* paper',
    statements: ['You need two things: a pen', 'paper'],
  },
  {
    kind: 'lists',
    source: '- This item goes on\n  over two lines.\n- The next one does not',
    statements: ['This item goes on over two lines.', 'The next one does not'],
  },
  {
    kind: 'lists',
    source: 'Do this: 1. Open it. 2. Close it.',
    statements: ['Do this: 1. Open it.', '2. Close it.'],
  },
  {
    kind: 'markdown',
    source: '## Steps\n\nOpen **the door**. Walk in.',
    statements: ['Steps: Open the door.', 'Walk in.'],
  },
  {
    kind: 'markdown',
    source: paris,
    statements: ['City | People: Paris | 2.1 million', 'Lyon | 0.5 million'],
  },
  {
    kind: 'markdown',
    source: '> It rained.\n> We stayed\n> at home.\n\nThe end.',
    statements: ['It rained.', 'We stayed at home.', 'The end.'],
  },
  {
    kind: 'markdown',
    source: 'See [the docs](https://example.com/a?b=1). Then *run* it.\n\n---\n\nDone!',
    statements: ['See the docs.', 'Then run it.', 'Done!'],
  },
  {
    kind: 'markdown',
    source: 'Title\n=====\nThe **body. Of it.** Ends here.',
    statements: ['Title: The body.', 'Of it.', 'Ends here.'],
  },
  {
    kind: 'code',
    source: 'Run this:\n\n```sh\nnpm install. Then\nnpm test\n```\n\nIt takes a minute.',
    statements: ['Run this: npm install. Then\nnpm test', 'It takes a minute.'],
  },
  {
    kind: 'quotations',
    source: "They call it `` Egas '' there . Here it is `` Bert '' .",
    statements: ["They call it `` Egas '' there .", "Here it is `` Bert '' ."],
  },
  {
    kind: 'code',
    source: 'Use ``a. B?`` here. It works.',
    statements: ['Use a. B? here.', 'It works.'],
  },
  {
    kind: 'code',
    source: 'Use `a. B?` here. `foo()` returns 1.',
    statements: ['Use a. B? here.', 'foo() returns 1.'],
  },
  {
    kind: 'code',
    source: 'It is short.\n```\n# no heading. Here\n- no item\n',
    statements: ['It is short.', '# no heading. Here\n- no item'],
  },
  {
    kind: 'code',
    source:
      'Open config.json and index.html. Then call Array.prototype.map. See https://example.com/s?q=cats. Go!',
    statements: [
      'Open config.json and index.html.',
      'Then call Array.prototype.map.',
      'See https://example.com/s?q=cats.',
      'Go!',
    ],
  },
  {
    kind: 'CJK',
    source: '今天天气很好。我们去公园吧！你来吗？',
    statements: ['今天天气很好。', '我们去公园吧！', '你来吗？'],
  },
  {
    kind: 'CJK',
    source: '「行こう。今すぐ。」と彼は言った。雨が降っている。',
    statements: ['「行こう。今すぐ。」と彼は言った。', '雨が降っている。'],
  },
  {
    kind: 'CJK',
    source: '价格是3.5元。很便宜!对吧?',
    statements: ['价格是3.5元。', '很便宜!', '对吧?'],
  },
  {
    kind: 'CJK',
    source: '오늘은 날씨가 좋습니다. 공원에 갈까요? 네!',
    statements: ['오늘은 날씨가 좋습니다.', '공원에 갈까요?', '네!'],
  },
  {
    kind: 'other scripts',
    source: 'السماء زرقاء. هل تحب البحر؟ نعم.',
    statements: ['السماء زرقاء.', 'هل تحب البحر؟', 'نعم.'],
  },
  {
    kind: 'other scripts',
    source: 'यह एक वाक्य है। यह दूसरा है। क्या यह ठीक है?',
    statements: ['यह एक वाक्य है।', 'यह दूसरा है।', 'क्या यह ठीक है?'],
  },
  {
    kind: 'other scripts',
    source: 'А. С. Пушкин родился в 1799 г. в Москве. Он писал стихи и т. д. Потом уехал.',
    statements: ['А. С. Пушкин родился в 1799 г. в Москве.', 'Он писал стихи и т. д.', 'Потом уехал.'],
  },
  {
    kind: 'other scripts',
    source: 'Πού είναι; Είναι εδώ. Ευχαριστώ!',
    statements: ['Πού είναι;', 'Είναι εδώ.', 'Ευχαριστώ!'],
  },
  {
    kind: 'other scripts',
    source: '- กรุงเทพเป็นเมืองหลวง\n- เชียงใหม่อยู่ทางเหนือ',
    statements: ['กรุงเทพเป็นเมืองหลวง', 'เชียงใหม่อยู่ทางเหนือ'],
  },
  {
    kind: 'quotations',
    source: 'He said: "I came. I saw. I won." Then he left.',
    statements: ['He said: "I came. I saw. I won."', 'Then he left.'],
  },
  {
    kind: 'quotations',
    source: '"Why?" she asked. "Because," he said.',
    statements: ['"Why?" she asked.', '"Because," he said.'],
  },
  {
    kind: 'quotations',
    source: '« Bonjour ! Ça va ? » dit-il. Elle rit.',
    statements: ['« Bonjour ! Ça va ? » dit-il.', 'Elle rit.'],
  },
  {
    kind: 'quotations',
    source: '“It works!” The team was happy (really!) and went home.',
    statements: ['“It works!”', 'The team was happy (really!) and went home.'],
  },
  {
    kind: 'quotations',
    source: 'Well... I think so. We waited… Nothing happened.',
    statements: ['Well... I think so.', 'We waited…', 'Nothing happened.'],
  },
  {
    kind: 'quotations',
    source: 'it works now. then we can go. ok?',
    statements: ['it works now.', 'then we can go.', 'ok?'],
  },
]

/** Where the splitter is wrong, and why it stays so. `statements` is what a reader sees, `given` what comes. */
export const knownMisses = [
  {
    source: '"Why?" John asked.',
    statements: ['"Why?" John asked.'],
    given: ['"Why?"', 'John asked.'],
    reason: 'a name after a closed quotation looks like a new sentence',
  },
  {
    source: 'สวัสดีครับ วันนี้อากาศดี',
    statements: ['สวัสดีครับ', 'วันนี้อากาศดี'],
    given: ['สวัสดีครับ วันนี้อากาศดี'],
    reason: 'Thai ends sentences and clauses alike with a space',
  },
  {
    source: 'We choose plan B. Berlin comes first.',
    statements: ['We choose plan B.', 'Berlin comes first.'],
    given: ['We choose plan B. Berlin comes first.'],
    reason: 'a capital letter with a full stop before a name looks like an initial',
  },
  {
    source: 'It works.Then it stops.',
    statements: ['It works.', 'Then it stops.'],
    given: ['It works.Then it stops.'],
    reason: 'a forgotten blank looks like "Node.js", "System.Out" or an address',
  },
]
