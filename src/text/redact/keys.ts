import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { byPattern, type Finder, isMixed, type Place } from './finders.ts'
import { isToken, keyPrefixes } from './key-prefixes.ts'
import { copula, particle } from './label-joints.ts'
import { isRandom, randomTextsIn } from './random-strings.ts'

/** Skipped: the first reads comments, the second gives a wrong place, our patterns cover the others. */
const skippedRules = ['filter-comments', 'aws', 'basicauth', 'database-connection-string', 'privatekey']

const used = rules.filter(({ meta }) => !skippedRules.some((name) => meta.id.endsWith(`rule-${name}`)))

/** Keys of vendors, by the rules that secretlint recommends. */
const vendorKeys: Finder = {
  kind: 'key',
  find(text) {
    const places: Place[] = []
    const context = {
      createTranslator: () => () => ({ message: '' }),
      report: ({ range }: { readonly range: Place }) => places.push(range),
    }
    // A letter directly before a key would hide it from some of the rules.
    const content = text.replace(/[^ -~\s]/g, ' ')
    const source = { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' }
    for (const rule of used) rule.create(context as never, {}).file?.(source as never)
    return places
  },
}

const keyBegin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const keyEnd = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const encoded = /[\w+/=\s\\:,-]*/y
/** A key of 16,384 bits has 13,000 characters. */
const longest = 20_000
/** Less text after the first line is only a mention of keys. */
const shortest = 40

/** Returns the places of private keys, even if the end of one was cut off. */
function privateKeysIn(text: string): Place[] {
  const found: [number, number][] = []
  for (const { 0: line, index } of text.matchAll(keyBegin)) {
    const from = index + line.length
    if (index < (found.at(-1)?.[1] ?? 0)) continue
    const closing = keyEnd.exec(text.slice(from, from + longest))
    keyEnd.lastIndex = 0
    encoded.lastIndex = from
    const end =
      closing === null
        ? from + (encoded.exec(text)?.[0].length ?? 0)
        : from + closing.index + closing[0].length
    if (end - from >= shortest) found.push([index, end])
  }
  return found
}

const keyName =
  '(?:(?:secret|token|signature)(?:[ _-]?key)?|credentials?|api[ _-]?key|(?:access|account|private|client|shared|signing|encryption|auth|master|licen[cs]e|subscription|ingest|app(?:lication)?|service|integration|user|admin|search|server|deploy|dev|security|storage|write)[ _-]?key(?:[ _-]?id)?|session[ _-]?id|sess(?:ion)?id|samlresponse|(?<![a-z])(?:sid|pat|sig|dsn))(?:[ _-](?:private|live|prod(?:uction)?|test|dev|base64|value|\\d))?'
const weakName = 'key|auth|session|code|webhook'
const between = `["']{0,2}[ \\t]{0,3}(?:=>|:=|=|[:：]| ${copula} | ?${particle})[ \\t]{0,3}\\\\?["']?`
const value = `(?![\\["'])[^\\s"'<>\\[\\]{},;&\\\\]`
const isHash = (text: string) => /^(?:sha\d+[-:])?[\da-f-]+$/.test(text)

const headerOfToken = /(?<![A-Za-z\d])eyJ/

/**
 * Finds JSON Web Tokens: a header of at least {"alg":"…"}, claims, and up to three more parts. It reads part by part,
 * because a pattern for the whole would scan all following text from each possible header.
 */
function* jsonWebTokensIn(text: string): Generator<Place> {
  for (const { 0: run, index } of text.matchAll(/[\w.-]{20,}/g)) {
    const parts = run.split('.')
    let place = index
    for (let next = 0; next < parts.length - 1; next += 1) {
      const part = parts[next] ?? ''
      const from = headerOfToken.exec(part)?.index ?? part.length
      const claims = parts[next + 1] ?? ''
      if (part.length - from < 11 || claims.length < 8) {
        place += part.length + 1
        continue
      }
      const others = parts.slice(next + 2, next + 5)
      const empty = others.indexOf('')
      const taken = [part, claims, ...(empty === -1 ? others : others.slice(0, empty))]
      const end = place + taken.join('.').length
      yield [place + from, end]
      place = end + 1
      next += taken.length - 1
    }
  }
}

/** In the order of removal. */
export const keyFinders: readonly Finder[] = [
  { kind: 'private key', find: privateKeysIn },
  byPattern('key', /(?<=\bhttps?:\/\/)[\w.-]{16,200}(?=@)/gi, isMixed),
  byPattern(
    'cookie',
    /(?<=\bcookie["']? ?[:=] ?\\?["']?)[\w.-]{1,80}=[^;\s"'\\[]{3,4000}(?:; {0,2}[\w.-]{1,80}(?:=[^;\s"'\\[]{0,4000})?){0,60}/gi,
  ),
  byPattern(
    'key',
    /(?<=\bauthorization["']? ?[:=] ?\\?["']?(?:[a-z]{2,20} {1,3})?)(?![[a-z]{1,20} )[^\s"'\\,;&[\]]{5,4000}[^\s"'\\,;.&[\]]/gi,
    (text) => /[\d=]|[a-z][A-Z]/.test(text),
  ),
  byPattern('key', /(?<=\b(?:bearer|basic|token|bot|apikey) {1,4})[\w.~+/=-]{15,}[\w=-]/gi, isMixed),
  { kind: 'key', find: jsonWebTokensIn },
  byPattern(
    'key',
    new RegExp(`(?<![A-Za-z\\d])(?:${keyPrefixes})[\\w.~=/+$|!-]{13,4000}[\\w=]`, 'g'),
    isToken,
  ),
  vendorKeys,
  // Bots of Telegram and Discord, Azure, Terraform Cloud, Mailchimp, Asana; stored password hashes.
  byPattern(
    'key',
    /(?<![A-Za-z\d])(?:\d{8,10}:[\w-]{35}|[\w~.]{3}\dQ~[\w~.-]{31,34}|[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,80}|[\da-f]{32}-us\d\d?|\d\/\d{10,20}(?:\/\d{10,20})?:[\da-f]{32}|\$(?:2[abxy]|apr1|[156y]|argon2id?)\$[\w./$=,+-]{20,200})(?![\w-])/g,
  ),
  // URLs that are secrets themselves.
  byPattern(
    'key',
    /(?<=\b(?:discord(?:app)?\.com\/api\/webhooks|[\w.-]{1,80}\.webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key|hook\.(?:[\w-]{2,10}\.)?(?:make|integromat)\.com|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook)\/)[\w@/-]{10,300}/g,
  ),
  byPattern('key', new RegExp(`(?<=(?:${keyName})${between})${value}{8,20000}`, 'giu'), isMixed),
  byPattern(
    'key',
    new RegExp(`(?<=(?:${weakName})${between})[\\w.~+/=-]{20,1000}`, 'gi'),
    (text) => isMixed(text) && !isHash(text),
  ),
  // Only a space is between the name and the key.
  byPattern(
    'key',
    /(?<=(?<![a-z])(?:api|secret|access|private|auth)[ _-]?(?:key|token) )(?:0x[\da-f]{64}|[\w-]{16,200})(?![\w-])/gi,
    (text) => text.startsWith('0x') || isRandom(text),
  ),
  // A key alone, as in `wandb login …` and `init("…")`; and in a query, where a hash is unlikely.
  byPattern(
    'key',
    /(?<=\b(?:login |init\(["'])|[?&](?:key|app_?id|app_?key|auth|access|hash)=)[\da-f]{32,64}(?![\w-])/gi,
    isMixed,
  ),
  { kind: 'key', find: randomTextsIn },
]
