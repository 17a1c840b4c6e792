import { byPattern, type Finder, isMixed } from './finders.ts'
import { copula, particle } from './label-joints.ts'

const names =
  '(?:pass(?:word|wd|phrase|code|ord)|(?<![a-z])(?:pass|pw)|pwd|bindpw|passwort|kennwort|kata sandi|(?:wlan|wi-?fi|wpa2?)[ _-]?(?:schlüssel|key|code)|contraseña|senha|palavra-passe|mot de passe|wachtwoord|lösenord|salasana|adgangskode|hasło|heslo|geslo|lozinka|jelszó|parol[aeă]|şifre|mật khẩu|κωδικός|парол[ьи]|密码|密碼|口令|パスワード|비밀번호|암호|كلمة (?:المرور|السر)|סיסמה|รหัสผ่าน|पासवर्ड)'
const assigned = `(?:["'\\\\]{1,3}(?=:|[ \\t]{0,3}=)|)[ \\t]{0,3}(?:=>|:=|[=:：])`
const said = `(?: ${copula} | ?${particle} ?)`
const quote = '["\'`“„«‘「]'
const value = `(?![\\\\"'=])[^\\s"'\`<>\\[\\]{},;&\\\\]`
/** A word alone is a password if the text after it shows that the word is complete. */
const ending = `(?=["'\\\\]|[ \\t]{0,3}(?:$|[\\n,;|/<&)}\\]、。」』】〉》，；！？）］｝]|\\.(?:\\s|$)))`

/** Words that follow a name in forms, schemas, messages and code. */
const notOne =
  /^\(?(?:[*•.x_-]+|%\w|(?:your|my|the|new|old|user|db|confirm|current|hashed)[\w-]*|(?:required|optional|strings?|text|bool(?:ean)?|number|any|unknown|object|true|false|null|nil|none|undefined|empty|blank|hidden|masked|redacted|removed|missing|invalid|incorrect|wrong|correct|valid|expired|changed|unchanged|reset|forgotten|weak|strong|enabled|disabled|default|example|changeme|see|accepted|needed|set|unset|ok|yes|no|on|off|erforderlich|pflichtfeld|falsch|richtig|vergessen|geändert|leer|siehe|obligatori[oa]|obligatoire|incorrect[eoa]|verplicht|vereist|onjuist|wymagane|povinné|zorunlu|обязательно|неверный|必填))\)?$/i
/** Matches a call, or the content of another variable. */
const code =
  /^(?:[a-z_$][\w$]*\.)*[a-z_$][\w$]*\(|^[a-z_$]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|kennwort|passwort)[,;)]*$|^(?:process|os|import|env|config|cfg|self|this|args|opts|options|settings|secrets|ctx|req|input|user|data|props|state|form|body|params|values)\.[a-z]/i
/** Matches a shell variable, or Japanese from a sentence. */
const other = /^\$[A-Z_{(]|\p{Script=Hiragana}/u
const bare = (text: string) => text.replace(/(?<![.,:;!?)])[.,:;!?)]+$/, '')
const isOne = (text: string) => !notOne.test(bare(text)) && !code.test(text) && !other.test(text)
/** Rejects letters alone, or with a hyphen: they are a word of the sentence. */
const isSaid = (text: string) => isOne(text) && /[^\p{L}\p{M}.'’-]|[^\p{L}]{2}|[a-z][A-Z]/u.test(bare(text))
const prose =
  / (?:your|the|is|are|must|to|for|and|or|in|not|of|a|has|ist|nicht|und|zu|de|la|le)(?: |$)|[.?!…]$/i
const isProse = (text: string) => prose.test(text) || /^\p{Lu}\p{Ll}+ /u.test(text)

/** A word of a wallet's recovery phrase, not a word of a sentence. */
const word = '(?!(?:and|the|for|you|that|with|not|are|this|your)\\b)[a-z]{3,8}'

const finder = (pattern: string, isFound: (text: string) => boolean) =>
  byPattern('password', new RegExp(pattern, 'giu'), isFound)

/** In the order of removal. */
export const passwordFinders: readonly Finder[] = [
  // Credentials in URLs: postgres://name:password@host, https://key@host.
  byPattern(
    'password',
    /(?<=\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@:"'<>[\]]{0,200}:[^\s/@"'<>[\]]{1,200}(?=@)|(?<=\bjdbc:oracle:\w{2,5}:|\bsqlplus )\w{1,60}\/[^\s/@"'<>[\]]{1,200}(?=@)/gi,
  ),
  // Commands: curl -u name:password, mysql -ppassword, sshpass -p password.
  byPattern(
    'password',
    /(?<=\s(?:-u|--(?:proxy-)?user)[ =]?["']?)[^\s/@:"'<>[\]=-][^\s/:"'<>[\]]{0,200}:(?!\/)[^\s"'<>[\]]{1,200}/g,
    (text) => !/^\d+:\d+$/.test(text),
  ),
  byPattern(
    'password',
    /(?<=\b(?:mysql|mariadb)(?:-?(?:dump|admin))? (?:[^\n;|&]{0,60} )?-p['"]?)[^\s'"]{4,200}|(?<=\b(?:sshpass|docker login|podman login|oc login|az login|redis-cli|ldapsearch)(?: [^\n;|&]{0,80})? -[apw] ?['"]?)[^\s'"$-][^\s'"]{3,200}|(?<=\s-pass(?:in|out) pass:)[^\s"']{3,200}/g,
  ),
  byPattern(
    'password',
    /(?<=\s--(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|pass|pwd)[ =]["']?)[^\s"'<>$-][^\s"'<>]{3,200}/g,
    isOne,
  ),
  byPattern(
    'key',
    /(?<=\s--(?:[a-z]{1,20}-){0,3}(?:token|secret|key)[ =]["']?)[^\s"'<>$-][^\s"'<>]{7,1000}/g,
    isMixed,
  ),
  // A line of .pgpass, and the network in a QR code.
  byPattern(
    'password',
    /(?<![\w.:/-])[\w.-]{1,100}:\d{4,5}:[\w-]{1,60}:[\w-]{1,60}:[^\s:,"']{4,100}|(?<=\bWIFI:(?:[^;\n]{0,80};){0,4}P:)[^;\n]{1,100}/g,
  ),
  finder(
    `(?<=app(?:lication)?[ _-]?(?:password|passwort|kennwort)(?:${assigned}|${said})? ?${quote}?)[a-z\\d]{4}(?: [a-z\\d]{4}){3,5}(?![a-z\\d])`,
    () => true,
  ),
  finder(
    `(?<=(?:${names})(?:${assigned}|${said}|["'] value=)[ \\t]{0,3}\\\\?${quote})[^"'\`“”»’」\\n\\\\<>\\[\\]{}]{3,200}(?=\\\\?["'\`“”»’」])`,
    (text) => isOne(text) && (!text.includes(' ') || !isProse(text)),
  ),
  // The whole of a field, such as an argument of a tool.
  finder(
    `(?<=^[\\w .-]{0,40}(?:${names}): )[a-z]{3,20}(?: [a-z]{3,20}){1,11}$`,
    (text) => isOne(text) && !isProse(text),
  ),
  finder(`(?<=(?:${names})(?:["']?=|[ \\t]=[ \\t]|["']?:=|=>|>))${value}{3,200}`, isOne),
  finder(`(?<=(?:${names})${assigned}[ \\t]{0,3})[a-z]{4,60}${ending}`, isOne),
  finder(
    `(?<=(?:${names})(?: (?:for|of|to|on|at|für|von|zu|im|de|pour|para|do|da) [\\p{L}\\d'’ -]{1,40})?(?:${assigned}[ \\t]{0,3}|${said}))${value}{4,200}`,
    isSaid,
  ),
  finder(`(?<=(?:${names}) {1,2}(?:[-–—] {1,2})?)${value}{6,200}`, (text) => isMixed(text) && isOne(text)),
  // Card codes and one-time codes.
  finder(
    `(?<=\\b(?:pin|cvv2?|cvc2?|csc|otp|tan|prüfnummer|(?:verification|security|confirmation|login|one-time|2fa|mfa)[ _-]?(?:code|pin|password))(?:[ -](?:code|number|nr|no))?(?:${assigned} {0,2}|${said}| )["']?)\\d{3,8}(?![\\w.,]\\d|[\\w-])`,
    () => true,
  ),
  finder(
    `(?<=\\b(?:recovery|backup|reset|rescue)[ _-](?:code|key)s?(?:${assigned} {0,2}|${said}))[a-z\\d]{3,12}(?:-[a-z\\d]{3,12}){0,7}`,
    isMixed,
  ),
  finder(
    `(?<=\\b(?:seed|recovery|mnemonic|secret|wallet)(?: recovery)?[ _-]?(?:phrase|words)?["']?[ :=]{1,3}(?:${copula} )?["']?)(?:${word}[ ,]{1,2}){11,23}${word}`,
    () => true,
  ),
]
