/**
 * Converts a day or time of Chinese programs, `2026/11/20 8:30` or `2026年11月20日 8:30`, to `2026-11-20 08:30:00`. Other
 * text stays unchanged.
 */
export function plainMoment(text: string): string {
  const narrow = text.normalize('NFKC').trim()
  const [, year, month, day, hour, minute, second = '00'] = spreadsheetMoment.exec(narrow) ?? []
  if (!year) return text
  const date = [year, ...[month!, day!].map(two)].join('-')
  return hour === undefined ? date : `${date} ${[hour, minute!, second].map(two).join(':')}`
}

const two = (part: string) => part.padStart(2, '0')
const spreadsheetMoment =
  /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?(?:[ T]?(?<=[日 T])(\d{1,2})(?::|时)(\d{2})(?:(?::|分)(?:(\d{2})秒?)?)?)?$/
