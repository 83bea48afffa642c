import { isPlainDecimal } from './decimal'

/**
 * Typed text as decimal text: half-width, without blanks around it and a + in front, the decimal comma as a point. What
 * is no number, such as `10 20`, or has two meanings, see {@link isGrouped}, is not decimal text afterwards either.
 */
export const plainDecimal = (typed: string): string =>
  isPlainDecimal(typed) ? typed : withPoint(typed.trim()).replace(/^\+(?=[\d.])/, '')

/** Half-width text whose decimal comma is a point. Text that {@link isGrouped} keeps its commas. */
export function withPoint(text: string): string {
  const narrow = text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2013]/, '-')
  return isGrouped(narrow) ? narrow : narrow.replace(/[,。]/, '.')
}

/** True for a number such as `1,234`, whose comma may separate thousands or be the decimal comma. */
export const isGrouped = (text: string): boolean => /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)
