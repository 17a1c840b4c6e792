const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const year = String.raw`(?:19|20)\d\d`
const clock = String.raw`\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?(?:Z|\s?[+-]\d\d:?\d\d)?`
/** One after the other, since together they would be hard to show to take linear time. */
const times = [
  String.raw`\b${year}[./-]\d{1,2}[./-]\d{1,2}(?:(?:T|,? )${clock})?`,
  String.raw`\b\d{1,2}[./-]\d{1,2}[./-]${year}\b(?:,? ${clock})?`,
  String.raw`\b\d{1,2}(?:st|nd|rd|th|\.)? ${month}\b(?:,? ${year}\b)?(?:,? ${clock})?`,
  String.raw`\b${month}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? ${year}\b)?(?:,? ${clock})?`,
  // Opening hours are not the time of day.
  String.raw`\b(?:time|now|it)(?: is|:)? ${clock}`,
  String.raw`\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b`,
  String.raw`\b1[6-9]\d{8}(?:\d{3})?\b`,
].map((source) => new RegExp(source, 'gi'))

/** Removes dates and times of day: instructions often name those of their own making. */
export const withoutTimes = (text: string): string =>
  times.reduce((rest, pattern) => rest.replace(pattern, ''), text)
