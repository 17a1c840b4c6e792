/**
 * Words in the lists of `stopword` that carry meaning: numerals, days and other times, yes, no and negations, and good,
 * big, new, right and their opposites. "Zehn Tage" is not "zwei Jahre". Words that more often are an article, a pronoun
 * or a conjunction stay function words: "ein", "uno", "sei", "si". English has a list of its own.
 */
export const listedContentWords: Readonly<Record<string, string>> = {
  deu: `
    eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig
    erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes
    vierte vierten vierter viertes fünfte fünften fünfter fünftes sechste sechsten sechster sechstes
    siebente siebenten siebenter siebentes achte achten achter achtes neunte neunten neunter neuntes
    zehnte zehnten zehnter zehntes
    ja nein nicht nichts nie niemand niemandem niemanden kein keine keinem keinen keiner keines
    gut gute guter gutes besser besten schlecht
    gross grosse grossen grosser grosses groß große großen großer großes kleine kleinen kleiner kleines
    neue neuen recht rechte rechten rechter rechtes richtig offen
    tag tage tagen jahr jahre jahren uhr zeit heute morgen`,
  fra: 'pas',
  spa: 'no',
  ita: 'non',
  por: 'não',
  porBr: `
    dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito
    dezenove vinte cento mil
    primeira primeiras primeiro primeiros segunda segundo terceira terceiro quarta quarto quinta quinto sexta sexto
    sétima sétimo oitava oitavo
    sim não nada nunca nenhum nenhuma ninguém
    boa boas bom bons grande grandes maior menor pequena pequenas pequeno pequenos nova novas novo novos
    dia hora horas mês meses ano anos hoje ontem`,
  nld: 'ja geen niet niets',
  rus: 'не нет да ничего никогда нельзя сегодня',
  ukr: 'не ні',
  // The words of Russian texts, too, are often found in this list.
  bul: `
    два двама две двете три хиляди първата първи първо
    не никой нищо няма
    добра добре добро добър лош нов нова нови
    ден дни месец година години часа време днес утре`,
  pol: `
    jeden jedna jedno dwa dwaj dwie dwoje
    nie nic nigdy żaden żadna żadne żadnych
    dobrze dziś dzisiaj lat roku`,
  swe: `
    noll två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton aderton artonn nitton
    tjugo tjugoen tjugoett tjugotvå tjugotre trettio fyrtio femtio sextio sjuttio åttio nittio
    hundra hundraen hundraett tvåhundra ettusen
    första tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde
    sjuttonde adertonde artonde nittonde tjugonde trettionde fyrtionde femtionde sextionde sjuttionde nittionde
    ja nej inte icke ej aldrig inga ingen ingenting inget
    god goda gott godare godast bra bättre bäst sämre sämst
    stor stora stort större störst liten litet lilla små smått mindre minst rätt
    dag dagar dagarna dagen idag imorgon igår övermorgon`,
  dan: `
    to tre fire fem seks syv otte ni ti
    ja nej ikke ej aldrig ingen intet
    god godt stor store lille ny nyt`,
  nob: 'ja ikke ingen',
  hin: 'दो नहीं नहिं न ना',
}
