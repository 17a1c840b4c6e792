import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Redactor } from '../../../src/text/redact/redact.ts'

const redact = (value: unknown) => new Redactor().redact(value)
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const block = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq8\n'.repeat(20)}-----END RSA PRIVATE KEY-----`

describe('redaction', () => {
  it.each([
    ['jane.doe+x@mail.example.co.uk', '[email address 1]'],
    ['jörg@bücher.example', '[email address 1]'],
    ['mailto:jane%40example.com', 'mailto:[email address 1]'],
    ['sk-proj-abcdefghij0123456789', '[key 1]'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[key 1]'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[key 1]'],
    ['AKIAIOSFODNN7EXAMPLE', '[key 1]'],
    [jwt, '[key 1]'],
    ['Authorization: Bearer abc.DEF-1234567890', 'Authorization: Bearer [key 1]'],
    [block, '[private key 1]'],
    [block.replaceAll('\n', '\\n'), '[private key 1]'],
    [block.slice(0, 200), '[private key 1]'],
    ['4242 4242 4242 4242', '[card number 1]'],
    ['3782-822463-10005', '[card number 1]'],
    ['+49 30 901820', '[phone number 1]'],
    ['+1 (415) 555-2671', '[phone number 1]'],
    ['0044 20 7946 0958', '[phone number 1]'],
    ['(415) 555-2671', '[phone number 1]'],
    ['020 7946 0958', '[phone number 1]'],
    [`xapp-1-A0VW53EFR4E-0497465075291-${'0123456789abcdef'.repeat(4)}`, '[key 1]'],
    ['iban:ch9300762011623852957', 'iban:[bank account 1]'],
    ['gb29 nwbk 6016 1331 9268 19 of mine', '[bank account 1] of mine'],
    ['5500.0000.0000.0004', '[card number 1]'],
    ['mysql -u root -pBlu3skyX shop', 'mysql -u root -p[password 1] shop'],
    ['bindpw Blu3skyX, then', 'bindpw [password 1], then'],
    ['Order by phone: 0049 30 901820', 'Order by phone: [phone number 1]'],
    ['To order: 020 7946 0958', 'To order: [phone number 1]'],
    ['030/901820', '[phone number 1]'],
    ['My phone number is 4155552671', 'My phone number is [phone number 1]'],
    ['line\\njane@example.com', 'line\\n[email address 1]'],
    ['line\\nsk-abcdefghij0123456789', 'line\\n[key 1]'],
    ['?to=jane%40example.com&page=2', '?to=[email address 1]&page=2'],
    ['?q=my+password+is+hunter22%26more&page=2', '?q=my+password+is+[password 1]%26more&page=2'],
    ['?next=%2Fa%3Ftoken%253Dsk-abcdefghij0123456789%26b', '?next=%2Fa%3Ftoken%253D[key 1]%26b'],
    ['Tom &amp; jane&#64;example.com &lt;b&gt;', 'Tom &amp; [email address 1] &lt;b&gt;'],
    ['{"a":"password\\u003dhunter22\\u0026c"', '{"a":"password\\u003d[password 1]\\u0026c"'],
    ['Password=sommerwind;Timeout=30', 'Password=[password 1];Timeout=30'],
    ['pw: sommerwind, as agreed', 'pw: [password 1], as agreed'],
    ['curl --user=a:sommer https://x.example', 'curl --user=[password 1] https://x.example'],
    [`MY_VAR=${'aB3dE6gH9'.repeat(30)}`, 'MY_VAR=[key 1]'],
    ['tel:+4930901820', 'tel:[phone number 1]'],
    ['(415) 555-2671 ext. 12', '[phone number 1]'],
    ['4242\u00a04242\u00a04242\u00a04242', '[card number 1]'],
    ['4242–4242–4242–4242', '[card number 1]'],
    ['DE89 3704 0044 0532 0130 00 BIC COBADEFF', '[bank account 1] BIC COBADEFF'],
    // Several numbers in a list.
    ['Call 415-555-2671, 415-555-2672', 'Call [phone number 1], [phone number 2]'],
    ['415-555-2671,415-555-2672', '[phone number 1],[phone number 2]'],
    ['415-555-2671;415-555-2672', '[phone number 1];[phone number 2]'],
    ['0171 1234567, 0172 7654321', '[phone number 1], [phone number 2]'],
    ['phone +1-415-555-2671, 0171 1234567', 'phone [phone number 1], [phone number 2]'],
    ['tel:4155552671, 0171 1234567', 'tel:[phone number 1], [phone number 2]'],
    [
      'phone: 4155552671, 4155552672 or 4155552673',
      'phone: [phone number 1], [phone number 2] or [phone number 3]',
    ],
    ['415-555-2671, ext. 12', '[phone number 1]'],
  ])('takes %j out', (text, expected) => {
    expect(redact(`so: ${text}.`)).toBe(`so: ${expected}.`)
    expect(redact(text)).toBe(expected)
  })

  it.each([
    ['**Password:** Hunter22', '**Password:** [password 1]'],
    ['- **Password**: Hunter22', '- **Password**: [password 1]'],
    ['*Password:* Hunter22', '*Password:* [password 1]'],
    ['<b>Password:</b> Hunter22', '<b>Password:</b> [password 1]'],
    ['**API key:** a870d0a7ba07a253', '**API key:** [key 1]'],
    ['__API key__: a870d0a7ba07a253', '__API key__: [key 1]'],
    ['**PIN:** 4821', '**PIN:** [password 1]'],
    ['**Phone:** 4155552671', '**Phone:** [phone number 1]'],
    ['| Password | Hunter22 |', '| Password | [password 1] |'],
    ['| **PIN** | 4821 |', '| **PIN** | [password 1] |'],
    ['<td>Password</td><td>Hunter22</td>', '<td>Password</td><td>[password 1]</td>'],
    ['Password:\n\n```\nHunter22\n```', 'Password:\n\n```\n[password 1]\n```'],
    ['**API key:**\n```text\na870d0a7ba07a253\n```', '**API key:**\n```text\n[key 1]\n```'],
    ['The password is: Hunter22', 'The password is: [password 1]'],
  ])('takes %j out, whose label is written as models write it', (text, expected) =>
    expect(redact(text)).toBe(expected),
  )

  it.each([
    'order 4155552671',
    'Order 1042-33-2219 of 2026-11-24 at 10:00',
    '01.02.2026, 01-02-2026, 2026-11-24T10:00:00+00:00, 24/11/2026',
    'invoice 4242 4242 4242 4243',
    'user@2x.png',
    'Lotto 01 07 12 23 34 45',
    'Orders 0100 2000 300, 0100 2000 301; invoices 0100 2000 302,0100 2000 303',
    'steps 1, 2, 3 and 0100, 0200, 0300; call 1, 2',
    '| Password | Required |\n|---|---|\n| **Password** | at least 12 characters |',
    '| pass | 12/14 |\n| PW | 120kg |\n| Password | Description |',
    'Reset your password:\n```sh\nnpm run reset\n```',
    '**Code:** 404, **Key points:** 3 of them, the password is: wrong',
    'price 0100 2000 3000',
    'Order 0049 1234 5678',
    'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qJKcT8x',
    'msg_EH7hHWBJWwHDnG77tRaTZvr6L7CuhnnN88sFEoCt',
    'call_abc123DEF456ghi789JKL012, getUserMessageFromRunInputV2',
    '0000000000000000',
    'id 7f3f0f6e-1c56-4b2a-9c5b-0c2d1f6d8a11',
    'ISBN 978-3-16-148410-0',
    '192.168.100.200, 10.1038/s41586-020-2649-2',
    'password: required, token=string, Password = process.env.PASSWORD, the password is wrong',
    '(password) => hash(password), { "password": "string" }, password === other, bypass=enabled',
    '?a=1%262&b=50%25&amp;c=%C3%A4 and C:\\new\\table, &copy; \\u00e4',
    `data:image/png;base64,iVBORw0KGgo${'aB3dE6gH9/'.repeat(30)}==`,
    'docker run -u 1000:1000 x, rsync -u host:/srv /srv, wget -u https://x.example',
    'sk-estimator-checks-and-more, task-abcdefghij0123456789',
    'the bearer of responsibilities',
    'write -----BEGIN PRIVATE KEY----- first',
    '@mastra/core@1.71.0, a@b, +12.5 %, 1,234,567.89 EUR, 0.123456789, 1732406400000',
    '{"order": 1042,   "ok": true}',
  ])('leaves %j', (text) => expect(redact(text)).toBe(text))

  it('names the same thing alike in question, answer, arguments and results, and others otherwise', () => {
    const redactor = new Redactor()
    const row = {
      input: 'I am jane@example.com, not joe@example.com; call 415-555-2671',
      output: 'Jane@Example.com it is.',
      toolMocks: [
        {
          args: { to: 'jane@example.com', phone: '(415) 555-2671' },
          output: '{"to":"joe\\u0040example.com"}',
        },
      ],
    }
    expect(redactor.redact(row)).toEqual({
      input: 'I am [email address 1], not [email address 2]; call [phone number 1]',
      output: '[email address 1] it is.',
      toolMocks: [
        {
          args: { to: '[email address 1]', phone: '[phone number 1]' },
          output: '{"to":"[email address 2]"}',
        },
      ],
    })
    expect(Object.fromEntries(redactor.counts)).toEqual({ 'email address': 5, 'phone number': 2 })
  })

  it('takes what a search left of a card number, and no years, prices or numbers like it', () => {
    const row = {
      question: 'Refund 4111 1111 1111 1111 and 4539 1488 0343 6467 and 4242 4242 4242 4242.',
      query: 'refund 4111 1111 card',
      first: '4539 1488',
      last: 'ends in 0343-6467',
      three: '453914880343',
      kept: 'order 4111 of 2024 2025, 1111 1111, 11111111, 4539 1489, 1488 EUR, 64670343, 141111111',
    }
    expect(redact(row)).toEqual({
      question: 'Refund [card number 1] and [card number 2] and [card number 3].',
      query: 'refund [card number 1] card',
      first: '[card number 2]',
      last: 'ends in [card number 2]',
      three: '[card number 2]',
      kept: row.kept,
    })
  })

  it('reads names of fields, numbers, and JSON within JSON', () => {
    expect(redact({ 'jane@example.com': 1, card: 4242424242424242, n: 1042, __proto__x: null })).toEqual({
      '[email address 1]': 1,
      card: '[card number 1]',
      n: 1042,
      __proto__x: null,
    })
    const nested = JSON.stringify({
      body: JSON.stringify({ to: 'jane@example.com' }).replace('@', '\\u0040'),
    })
    expect(redact(nested)).toBe(JSON.stringify({ body: JSON.stringify({ to: '[email address 1]' }) }))
  })

  it('takes a field for a password by its name, and not what a page says of passwords', () => {
    const fields = { password: 'correct horse battery', db_pass: 'sommerwind', pin: 4821 }
    expect(redact(fields)).toEqual({
      password: '[password 1]',
      db_pass: '[password 2]',
      pin: '[password 3]',
    })
    const page = { password: 'string', forgotPassword: 'Forgot your password?', newPassword: 'Required' }
    expect(redact(page)).toEqual(page)
  })

  it('calls a function of the user first, and may do without the patterns', () => {
    const also = (text: string) => text.replaceAll('Jane', '[name]')
    const redactor = new Redactor({ also })
    expect(redactor.redact(['Jane, a@example.com', 'none'])).toEqual(['[name], [email address 1]', 'none'])
    expect(Object.fromEntries(redactor.counts)).toEqual({ 'by the function': 1, 'email address': 1 })
    expect(new Redactor({ builtIn: false, also }).redact('Jane, a@example.com')).toBe('[name], a@example.com')
    const names = new Redactor({ also: (text) => text.replace(/^name-.$/, 'name') })
    expect(names.redact({ 'name-a': 1, 'name-b': 2 })).toEqual({ name: 1, 'name 2': 2 })
    expect(() => new Redactor({ also: () => undefined as never }).redact('x')).toThrow('must return a text')
  })

  it('leaves every text without such things as it is, and has nothing left to take out of its own', () => {
    const plain = fc.stringMatching(/^[a-zäöü ,.;:!?()"{}[\]\\\n]*$/)
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => !/\d{5}|[@+]/.test(JSON.stringify(value))),
        (value) => {
          expect(JSON.stringify(redact(value))).toBe(JSON.stringify(value))
        },
      ),
    )
    const secret = fc.constantFrom(
      'jane@example.com',
      'sk-abcdefghij0123456789',
      '4242424242424242',
      '+49 30 901820',
      jwt,
      block,
    )
    fc.assert(
      fc.property(plain, secret, plain, (before, taken, after) => {
        const redacted = redact(`${before} ${taken} ${after}`) as string
        expect(redacted).not.toContain(taken)
        expect(redacted.startsWith(`${before} [`)).toBe(true)
        expect(redacted.endsWith(`] ${after}`)).toBe(true)
        expect(redact(redacted)).toBe(redacted)
      }),
    )
  })

  it('names a secret alike in whatever form it stands, and leaves all around it as it is', () => {
    const secret = 'sk-proj-Ab12Cd34Ef56+Gh78Ij90/Kl'
    const forms = [
      (text: string) => text,
      encodeURIComponent,
      (text: string) => encodeURIComponent(encodeURIComponent(text)),
      (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
      (text: string) => text.replace(/[^A-Za-z0-9 -]/gu, (one) => `&#${one.codePointAt(0)};`),
    ]
    const around = fc.stringMatching(/^[a-zäöü€ ,.;:!?()]*$/)
    fc.assert(
      fc.property(fc.constantFrom(...forms), around, around, (form, before, after) => {
        const [plain, redacted] = redact([secret, form(`${before} ${secret} ${after}`)]) as string[]
        expect(plain).toBe('[key 1]')
        expect(redacted).toBe(`${form(`${before} `)}[key 1]${form(` ${after}`)}`)
      }),
    )
  })

  it('leaves JSON in a text to be read where it finds a number once more', () => {
    const redacted = redact(['call +49 170 1234567', '{"phone": 491701234567, "order": 1042}'])
    expect(redacted).toEqual(['call [phone number 1]', '{"phone":"[phone number 1]","order":1042}'])
  })

  it('takes out elsewhere what was found once, with other separators and in another case', () => {
    const question =
      'I am anna.muster@example.org, my key is sk-proj-Ab12Cd34Ef56Gh78Ij90, call +49 170 1234567. Write to support@example.org.'
    const searched = {
      query: 'anna muster org key sk proj ab12cd34ef56gh78ij90 call 49 170 1234567 support 491701234567',
      kept: 'Annamustermann has order 4917012345678 from support.',
    }
    const redactor = new Redactor()
    expect(redactor.redact({ searched, question })).toEqual({
      searched: {
        query: '[email address 1] org key [key 1] call [phone number 1] support [phone number 1]',
        kept: searched.kept,
      },
      question:
        'I am [email address 1], my key is [key 1], call [phone number 1]. Write to [email address 2].',
    })
    expect(Object.fromEntries(redactor.counts)).toEqual({ 'email address': 3, key: 2, 'phone number': 3 })
  })
})
