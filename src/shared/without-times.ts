const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const year = String.raw`(?:19|20)\d\d`
const clock = String.raw`\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?[ap]\.?m\b\.?)?(?:Z|\s?[+-]\d\d:?\d\d)?`
const date = [
  String.raw`\b${year}[./-]\d{1,2}[./-]\d{1,2}`,
  String.raw`\b\d{1,2}[./-]\d{1,2}[./-]${year}\b`,
  String.raw`\b\d{1,2}(?:st|nd|rd|th|\.)? ${month}\b(?:,? ${year}\b)?`,
  String.raw`\b${month}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? ${year}\b)?`,
].join('|')
const times = new RegExp(
  [
    `(?:${date})(?:,?[T ]{1,2}(?:at )?${clock})?`,
    // Opening hours are not the time of day.
    String.raw`(?<=\b(?:time|now|is)\b[^\n\d]{0,12})${clock}`,
    String.raw`\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b`,
    String.raw`\b1[6-9]\d{8}(?:\d{3})?\b`,
  ].join('|'),
  'gi',
)

/** Removes dates and times of day: instructions often name those of their own making. */
export const withoutTimes = (text: string): string => text.replace(times, '')
