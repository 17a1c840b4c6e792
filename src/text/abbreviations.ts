/**
 * Abbreviations by what may follow their full stop, in lower case and without that full stop. The lists are
 * short on purpose: a word that is also an ordinary word ("art", "fig", "gen") is left out where the ordinary
 * reading is as common.
 */

/** Something always follows: titles, "for example", "against". */
export const neverLast = new Set(
  `mr mrs ms mx dr prof rev hon gov sgt capt lt col cmdr messrs mme mlle sra srta frau hr
  e.g i.e eg cf vs viz approx ca resp incl esp bzw ggf evtl z.b d.h u.a s.o i.d.r p.ej
  им ул т.е т.к см проф`.split(/\s+/),
)

/** A number follows; before anything else they are ordinary words or abbreviations. */
export const beforeNumber = new Set(
  `no nos nr fig figs p pp vol ch sec art eq ver v op n b c d para ed jan feb mar apr jun jul aug sep sept oct
  nov dec стр рис гл`.split(/\s+/),
)

/** A sentence may end with them, but a name follows more often: only a common first word ends the sentence. */
export const seldomLast = new Set(
  `st jr sr inc ltd co corp llc bros ave blvd rd mt ft dept univ assn gen sen rep pres al ph.d est`.split(
    /\s+/,
  ),
)

/** A sentence often ends with them: it goes on only in lower case. */
export const oftenLast = new Set(
  `etc a.m p.m usw jan feb mar apr jun jul aug sep sept oct nov dec oz lb lbs hr hrs min mins max mo mos yr yrs
  т.д т.п др руб тыс млн млрд`.split(/\s+/),
)

/** Words that begin sentences and hardly ever are a part of a name. */
export const firstWords = new Set(
  `a an the this that these those it he she they we you i there here its his her their our my your
  in on at for from with by to of as if when while since because after before until although though once
  and but or so yet then thus also however therefore still instead finally first next
  what who which where why how is are was were do does did can could will would should have has had
  not no yes please some many most all both each every few several one today now`.split(/\s+/),
)

/** What follows a time of day within a sentence: "5 p.m. Monday", "5 p.m. EST". */
export const afterTime =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{2,4}|Eastern|Central|Pacific)(?!\p{L})/u
