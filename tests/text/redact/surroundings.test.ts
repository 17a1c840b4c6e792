import { describe, expect, it } from 'vitest'
import { Redactor } from '../../../src/text/redact/redact.ts'
import { kinds } from './kinds.ts'
import { iban } from './values.ts'

const redact = (value: unknown) => new Redactor().redact(value)
const github = 'ghp_abcdefghijklmnopqrstuvwxyzABCDEF1234'

/** Where writing has no space between a word and what is taken out. */
const around = {
  Japanese: ['トークンは', 'です'],
  Chinese: ['密', '谢谢'],
  'Chinese punctuation': ['密钥：', '，谢谢。'],
  'Japanese brackets': ['鍵「', '」です'],
  Korean: ['전화는', '입니다'],
  Thai: ['โทร', 'ครับ'],
  Arabic: ['و', 'و'],
} as const

const values: Record<string, readonly [string, string]> = {
  'GitHub token': [github, '[key 1]'],
  'fine-grained GitHub token': [
    `github_pat_${'1AbC2dEf3G'.repeat(2)}Xy_${'aB3dE6gH9j'.repeat(6).slice(0, 59)}`,
    '[key 1]',
  ],
  'GitLab token': ['glpat-abcDEF123456ghiJKL78', '[key 1]'],
  'npm token': ['npm_abcdefghijklmnopqrstuvwxyz0123456789', '[key 1]'],
  'Hugging Face token': ['hf_abcdefghijklmnopqrstuvwxyzABCDEFGH', '[key 1]'],
  'e-mail': ['anna@example.com', '[email address 1]'],
  card: ['4242 4242 4242 4242', '[card number 1]'],
  account: [iban('DE', '370400440532013000'), '[bank account 1]'],
  'Japanese phone': ['090-1234-5678', '[phone number 1]'],
  'Korean phone': ['010-1234-5678', '[phone number 1]'],
  'international phone': ['+86 138 1234 5678', '[phone number 1]'],
  'social security number': ['219-09-4321', '[identity number 1]'],
  'Chinese identity number': ['11010519491231002X', '[identity number 1]'],
  'address with a password': ['postgres://admin:S3cretPw@db.host/x', 'postgres://[password 1]@db.host/x'],
}

describe.each(Object.entries(around))('redaction next to letters, %s', (_, [before, after]) => {
  it.each(Object.entries(values))('takes out only the secret: %s', (_, [secret, expected]) => {
    expect(redact(`${before}${secret}${after}`)).toBe(`${before}${expected}${after}`)
    expect(redact(`${before}${secret}`)).toBe(`${before}${expected}`)
    expect(redact(`${secret}${after}`)).toBe(`${expected}${after}`)
  })

  it('finds what it finds between spaces', () => {
    const missed = [...kinds].filter(([, value]) => {
      const spaced = redact(`${before} ${value} ${after}`) as string
      const close = redact(`${before}${value}${after}`) as string
      return close.replaceAll(' ', '') !== spaced.replaceAll(' ', '')
    })
    expect(missed.map(([kind]) => kind)).toEqual([])
  })
})

describe('redaction next to letters', () => {
  it.each([
    ['key', `é${github}`, 'é[key 1]'],
    ['ключ', `ключ${github}вот`, 'ключ[key 1]вот'],
    ['card', 'карта4242424242424242вот', 'карта[card number 1]вот'],
    ['phone', '私の電話は、090-1234-5678です', '私の電話は、[phone number 1]です'],
    ['phone in one', '电话是13812345678谢谢', '电话是[phone number 1]谢谢'],
    ['phone in one, number', '我的手机号码是13812345678，谢谢', '我的手机号码是[phone number 1]，谢谢'],
    ['Japanese phone in one', '電話番号は09012345678です', '電話番号は[phone number 1]です'],
    ['password', 'パスワードはhunter2xです', 'パスワードは[password 1]です'],
    ['password', '密码是hunter2x，谢谢', '密码是[password 1]，谢谢'],
    ['password', '密码：hunter2x。谢谢', '密码：[password 1]。谢谢'],
    ['password', '비밀번호는 hunter2x입니다', '비밀번호는 [password 1]입니다'],
    ['password', 'รหัสผ่านคือhunter2xครับ', 'รหัสผ่านคือ[password 1]ครับ'],
    ['password of its letters', '密码是春天hunter2x', '密码是[password 1]'],
    ['password of its letters', 'password=春天hunter2x', 'password=[password 1]'],
    ['password', '密码是春天hunter2x，谢谢', '密码是[password 1]，谢谢'],
    ['password of letters', '「pw: sommerwind」です', '「pw: [password 1]」です'],
    ['PIN', 'PINは4831です', 'PINは[password 1]です'],
    ['PIN', 'PIN是4831。', 'PIN是[password 1]。'],
    ['API key', 'api_key=a870d0a7ba07a253です', 'api_key=[key 1]です'],
    ['decoded', `?q=%E3%81%AF${github}%E3%81%A7`, '?q=%E3%81%AF[key 1]%E3%81%A7'],
  ])('finds a %s in %j', (_, text, expected) => expect(redact(text)).toBe(expected))

  it('takes elsewhere what was found once', () => {
    expect(redact(['call +49 170 1234567', '番号491701234567です', '番号49170-1234567です'])).toEqual([
      'call [phone number 1]',
      '番号[phone number 1]です',
      '番号[phone number 1]です',
    ])
  })

  it.each([
    'これはuser@2x.pngです',
    'これはgit@github.comです',
    '密码：必填，谢谢',
    'password: required，谢谢',
    'password=string。',
    'iPhone15手机，价格是4999元',
    '2026年11月24日10時',
    '型番T020-7946-0958です',
    '第12345678号',
  ])('leaves %j', (text) => expect(redact(text)).toBe(text))
})

it.each([
  ['My PIN was 4831.', 'My PIN was [password 1].'],
  ['password was Summer2024!', 'password was [password 1]'],
  ['Mein Passwort war Sommer2024!', 'Mein Passwort war [password 1]'],
  ['mi contraseña era Verano2024!', 'mi contraseña era [password 1]'],
  ['mot de passe était Ete2024!x', 'mot de passe était [password 1]'],
  ['wachtwoord was Zomer24x', 'wachtwoord was [password 1]'],
  ['a senha foi Verao2024x', 'a senha foi [password 1]'],
  ['hasło było Lato2024x', 'hasło było [password 1]'],
  ['lösenord var Sommar24x', 'lösenord var [password 1]'],
  ['The API key was a870d0a7ba07a253', 'The API key was [key 1]'],
  ['my phone was 4155552671', 'my phone was [phone number 1]'],
  ['The password was: Hunter22', 'The password was: [password 1]'],
])('finds what was a secret: %j', (text, expected) => expect(redact(text)).toBe(expected))
