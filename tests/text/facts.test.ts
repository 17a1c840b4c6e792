import { expect, it } from 'vitest'
import { factsBeyond } from '../../src/text/facts.ts'

const known =
  '{"goal":"Refund order AB-1042.","knows":{"name":"Ann Lee","paid":1250.5,"on":"2026-05-03"}} We open at 9.'

it.each<[string, string[]]>([
  ['My order is AB-1042.', []],
  ['my order ab1042, paid 1,250.50', []],
  ['It was on 3 May, I am Ann Lee.', []],
  ["I'm Ann. I think it's Ann's order.", []],
  ['You said 9, did you not?', []],
  ['My order is AB-1043.', ['AB-1043']],
  ['My order is AB-104, or AB-10425, or B-1042.', ['AB-104', 'AB-10425', 'B-1042']],
  ['It was order AB 1042 of 2026-05-03.', []],
  ['I paid 1,300 on the 4th of May and on Monday.', ['1,300', '4th', 'Monday']],
  ['Please write to ann@lee.example, or to my brother Bob.', ['ann@lee.example', 'Bob']],
  ['Yes. Thanks, that works for me!', []],
  ['It came\nThe box was open.', []],
  ['Bob, Bob and Carl', ['Bob', 'Carl']],
  ['', []],
])('of %j are beyond what is known: %j', (text, facts) => {
  expect(factsBeyond(text, known)).toEqual(facts)
})

it('takes linear time', () => {
  const long = 'x1 '.repeat(100_000)
  expect(factsBeyond(long, long)).toEqual([])
  expect(factsBeyond(long, 'x12 '.repeat(100_000))).toEqual(['x1'])
})
