import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isForeign } from '../../../src/text/words/english.ts'

test.each([
  'Wie viele Einwohner hat Hamburg?',
  'Der Zug nach München fährt um acht Uhr ab.',
  'Ilu mieszkańców ma Kraków?',
  'Dibuja un gato.',
  'Was kostet das?',
  'Quanto costa?',
  'La tour mesure 330 mètres.',
  'Der Versand kostet 4,95 Euro.',
  "Combien d'habitants y a-t-il à Lyon ?",
  'Le train part à huit heures de la gare centrale.',
  '¿Cuántos habitantes tiene Sevilla?',
  'El tren sale a las ocho de la estación central.',
  'Quanti abitanti ha Torino?',
  'Il treno parte alle otto dalla stazione centrale.',
  'Quantos habitantes tem o Porto?',
  'Hoeveel inwoners heeft Utrecht?',
  'Hur många invånare har Uppsala?',
  'Kolik obyvatel má Brno?',
  "İzmir'in nüfusu kaç?",
  '上海有多少人口?',
  '大阪の人口は何人ですか。',
  'Сколько жителей в Казани?',
  'Πόσους κατοίκους έχει η Πάτρα;',
  'كم عدد سكان دمشق؟',
  'पुणे की जनसंख्या कितनी है?',
  'La entrega cuesta 5 euros (docs/guide/precios.md).',
  'Башня очень высокая (docs/guide/tower.md). Она старая (docs/guide/age.md).',
  // Without blanks there are few words beside the signs of code.
  'npm.run() を呼び出してください。',
  '{"answer":"这座塔很高，是一八八九年建成的。"}',
])('%s is not English', async (text) => expect(await isForeign(text)).toBe(true))

test.each([
  'Why?',
  'Yes.',
  'No',
  '42',
  '3.14',
  '',
  '👍',
  'Reykjavík',
  'Gabriel García Márquez',
  'Rio de Janeiro',
  'Die Hard',
  'Les Misérables',
  'Санкт-Петербург',
  '北京',
  'Who was Simón de la Cruz?',
  'What does "guten Tag" mean?',
  'The Spanish word for dog is perro.',
  'weather lisbon tomorrow',
  'npm run build',
  'const x = await fetch(url)',
  'Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune',
  'pasta e fagioli recipe',
  'Shipping costs 4.95 euros within the EU.',
  'Can I return it?',
  'Returns are free within 30 days.',
  'Draw a cat.',
  'Explain recursion.',
  'Bake a cake.',
  'Define entropy.',
  'Cook me pasta.',
  'Flip a coin.',
  'He ate a banana.',
])('%s is not taken for another language', async (text) => expect(await isForeign(text)).toBe(false))

describe('200 short sentences in ten languages', () => {
  const sentences = shortSentences()

  test('are told apart, and none in English is refused', async () => {
    const taken = await Promise.all(
      sentences.map(async ({ language, text }) => ({ language, text, foreign: await isForeign(text) })),
    )
    const wrong = taken.filter(({ language, foreign }) => foreign !== (language !== 'en'))
    expect(sentences).toHaveLength(200)
    expect(wrong.filter(({ language }) => language === 'en')).toEqual([])
    expect(wrong.length).toBeLessThanOrEqual(6)
  })

  test.each([
    'var a = 1;\nvar b = a + 2;\nalert(b);',
    'ls -la\ncd /var/log\ntail -f syslog',
    'arr.sort((a, b) => a - b);',
    'MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET t.a = s.a;',
    'func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\tif err := s.mux.Handle(w, r); err != nil {\n\t\tlog.Println(err)\n\t}\n}',
  ])('that are code are in no language: %s', async (code) => {
    expect(await isForeign(code)).toBe(false)
    expect(await isForeign(`Mit diesen Befehlen findest du den Fehler in der Anwendung.\n\n${code}`)).toBe(
      true,
    )
  })

  test.each([
    '| Preis und Versand | Lieferung nach Hause |\n| --- | --- |\n| Der Versand kostet fünf Euro. | Das dauert drei Tage. |',
    '- [Hilfe und Kontakt](/hilfe/kontakt) erreichst du jederzeit über die Seite unten.',
  ])('that are tables or links keep their language: %s', async (text) => {
    expect(await isForeign(text)).toBe(true)
  })

  test('are told apart as parts of a long text, of which the most counts', async () => {
    const long = (language: string) =>
      sentences
        .flatMap((one) => (one.language === language ? [one.text] : []))
        .join(' ')
        .repeat(5)
    expect(await isForeign(long('de'))).toBe(true)
    expect(await isForeign(long('en'))).toBe(false)
    expect(await isForeign(`${long('en').repeat(2)} ${long('fr').slice(0, 900)}`)).toBe(false)
  })
})

/** Sections of a file, each headed by '#' and a language. */
function shortSentences(): { language: string; text: string }[] {
  let language = ''
  const lines = readFileSync(join(import.meta.dirname, 'short-sentences.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line) => {
    if (!line.startsWith('#')) return [{ language, text: line }]
    language = line.slice(1)
    return []
  })
}
