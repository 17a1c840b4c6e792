/** Frequent English words, without those that are also words of its neighbours ("a", "me"). */
const englishWords = wordSet(`
  about after all also am and another any are as at be because been before being between both but by can
  can't could did does doesn't don't each from get had has have here him his how i i'm if into is it it's
  its just like make many more most much must my new not now of off one only or other our out over should
  some such than that the their them then there these they this those through to too under up us very was
  way we well means mean word say were what when where which while who whom whose why will with would yes
  you your an do he her in no on so for come`)

/** Frequent words of some twenty other languages in Latin script, German to Vietnamese, that English lacks. */
const foreignWords = wordSet(`
  ist sind liegt kannst kostet nicht wie warum wann wer wo wird werden ich sie wir ihr mein kann können
  soll gibt auf für mit auch eine einen einem einer oder aber wenn dass weil nach über zum zur durch
  haben hat habe bei sich viele welche welcher welches heißt macht a-t-il a-t-elle est-il est-ce peux
  pouvez quelqu'un est sont qui que quel quelle quels quelles où quand pourquoi avec dans pas nous vous
  ils elle elles il c'est qu'est-ce cette ces leur mais aussi être fait peut sans combien qué quién
  donde puedes quiénes cómo cuándo dónde cuál cuáles cuánto cuánta cuántos está están para por más muy
  pero como puede su sus ser fue desde hasta tiene cuando porque yo usted puoi che chi cosa quando dove
  perché quanto quanti quale è sono non più anche della nel nella gli degli questo questa può fare
  mio io ha cui fica custa qual quais quem onde quantos você não é uma muito mas também pode seu sua isso
  esta fazer eu foi ligt het een niet hoe wat waar wanneer waarom welke zijn wordt ik jij wij voor naar
  met ook maar deze dit heb heeft veel är och att det som på hur vad varför när vem vilken inte jag mitt
  till med för har hvad hvor hvordan hvorfor hvornår hvem ikke jeg og til af hva når hvilken jaka jakie
  jest są nie jak gdzie kiedy dlaczego kto który która czy się z ile moje jaké jaká jaký jsou kde kdy
  proč kdo který která není kolik neresidir saat nedir ne nasıl nerede neden kim hangi kaç bir ve bu için
  değil mı çok olan mikä missä milloin miksi kuka miten ei kuinka ovat että joka hol mikor miért ki
  hogyan mennyi egy és nem hogy cine unde când cum este sunt nu și cât care pentru în apa siapa mana
  kapan mengapa bagaimana yang adalah untuk tidak dengan ini itu dari là gì ở đâu khi nào tại sao thế của
  và không có được một`)

/** The same, but these also stand in names ("Rio de la Plata") or are English words: alone they prove nothing. */
const foreignParticles = wordSet(`
  de la le les los las el der die das den dem des von van di da dos du del al y et en und e una un te san
  santa na ja var bin ben mi je er se si co ai ce es az son plus comment kan dan sur pour con são hay une`)

const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/**
 * Whether a text is in a language other than English, as far as a few hundred frequent words and the script
 * tell. A name, a number or a single word is never taken for another language.
 */
export function isForeign(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu) ?? []
  return isInOtherScript(text, words) || isInOtherLanguage(text, words)
}

function isInOtherScript(text: string, words: readonly string[]): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin >= letters / 2) return false
  const unspaced = text.match(unspacedLetter)?.length ?? 0
  const isSentence = /[?？。！!؟]/u.test(text)
  return isSentence || unspaced >= 4 || (unspaced === 0 && words.length >= 2)
}

function isInOtherLanguage(text: string, words: readonly string[]): boolean {
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length
  const english = count(englishWords)
  const certain = count(foreignWords) + (/[¿¡]/u.test(text) ? 1 : 0)
  const hints = count(foreignParticles)
  if (certain > 0) return 2 * certain + hints > 1.5 * english
  const lowerCase = text.match(/(?<![\p{L}\p{M}'’-])\p{Ll}/gu)?.length ?? 0
  const marked = words.filter((word) => /[^\p{ASCII}]/u.test(word)).length
  return english === 0 && words.length >= 5 && 2 * lowerCase >= words.length && hints + marked >= 2
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
