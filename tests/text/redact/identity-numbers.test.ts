import { describe, expect, it } from 'vitest'
import { Redactor } from '../../../src/text/redact/redact.ts'

const redact = (value: unknown) => new Redactor().redact(value)

describe('redaction of a number with a name before it', () => {
  it.each([
    ['The passport C01X00T47 is not the one we need.', 'The passport # is not the one we need.'],
    ['My passport C01X00T47 I lost on 12 May.', 'My passport # I lost on 12 May.'],
    ['MY PASSPORT C01X00T47 IS NOT VALID UNTIL 2030', 'MY PASSPORT # IS NOT VALID UNTIL 2030'],
    ['My BSN 111222333 is in my file.', 'My BSN # is in my file.'],
    ['BSN 111222333 was not in file 20.', 'BSN # was not in file 20.'],
    ['BSN 111222333-the new one', 'BSN #-the new one'],
    ['BSN 111222333 20 times', 'BSN # 20 times'],
    ['Steuer-ID 86 095 742 719 ist da', 'Steuer-ID # ist da'],
    ['NHS number 943 476 5919 and booked 3 June', 'NHS number # and booked 3 June'],
    ['NHS 943 476 5919 v2 of 3', 'NHS # v2 of 3'],
    ['Passport C01X00T47.Next sentence', 'Passport #.Next sentence'],
    ['passport was C01X00T47, now lost', 'passport was #, now lost'],
    ['Sozialversicherungsnummer 65 180539 H 003 passt', 'Sozialversicherungsnummer # passt'],
    ['national insurance number QQ 12 34 56 C is mine', 'national insurance number # is mine'],
    ['my national insurance is qq 12 34 56 c', 'my national insurance is #'],
    ['national insurance qq123456c and more', 'national insurance # and more'],
    ['DNI 12345678 Z y', 'DNI # y'],
    ['DNI 12345678-z', 'DNI #'],
    ['RUT 12.345.678-k de', 'RUT # de'],
    ['sécurité sociale 1 85 05 78 006 084 36 et', 'sécurité sociale # et'],
    ["driver's license D123-4567-8901 is", "driver's license # is"],
    ['driving: driver licence MORGA 657054 SM9IJ 35 is', 'driving: driver licence # is'],
    ['паспорт 4509 123456 принят', 'паспорт # принят'],
    ['passeport 12AB34567 est', 'passeport # est'],
    ['护照号码是E12345678，谢谢', '护照号码是#，谢谢'],
    ['パスポート番号はTK1234567です', 'パスポート番号は#です'],
    ['我的身份证号是A12345678谢谢', '我的身份证号是#谢谢'],
    ['passport:C01X00T47', 'passport:#'],
  ])('takes only the number out of %j', (text, expected) =>
    expect(redact(text)).toBe(expected.replace('#', '[identity number 1]')),
  )

  it.each([
    'A passport is required in 2026 for flight LH1234.',
    'The passport was checked on 2026-05-12 at 10:00.',
    'passport no later than 12 May',
    'My PIN was refused, my password was wrong.',
    'The pan was 24 cm',
  ])('leaves %j', (text) => expect(redact(text)).toBe(text))

  it('gives one number one placeholder throughout its case, whatever is written around it', () => {
    const row = {
      input: 'My NHS number is 943 476 5919. And my BSN: 111222333?',
      output: 'I noted 943 476 5919 (NHS 943-476-5919 and no other) and BSN 111222333 is in file 20.',
      metadata: { nhs: '9434765919', account: 'account number 9434765919' },
    }
    expect(redact(row)).toEqual({
      input: 'My NHS number is [identity number 1]. And my BSN: [identity number 2]?',
      output:
        'I noted [identity number 1] (NHS [identity number 1] and no other) and BSN [identity number 2] is in file 20.',
      metadata: { nhs: '[identity number 1]', account: 'account number [identity number 1]' },
    })
  })

  it.each([
    ['DNI 12345678Z', 'dni 12345678-z'],
    ['(415) 555-2671 ext. 12', '415-555-2671 x12'],
    ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
    ['My NHS number is 943 476 5919', 'call 943-476-5919'],
  ])('gives %j and %j one placeholder', (one, other) => {
    const placeholders = (redact([one, other]) as string[]).map((text) => /\[.*\]/.exec(text)?.[0])
    expect(placeholders[0]).toBeDefined()
    expect(placeholders[1]).toBe(placeholders[0])
  })

  it.each([
    ['account number 12345678 20 May', 'account number [bank account 1] 20 May'],
    ['4242 4242 4242 4242 12 May', '[card number 1] 12 May'],
    ['card 4242424242424242 2026', 'card [card number 1] 2026'],
    ['account number was 12345678', 'account number was [bank account 1]'],
  ])('takes only the number out of %j', (text, expected) => expect(redact(text)).toBe(expected))
})
