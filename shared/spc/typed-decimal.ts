import { isPlainDecimal } from './decimal'

/**
 * Typed text as decimal text: half-width, without blanks, the decimal comma as a point. Text that {@link isGrouped}
 * keeps its commas, and is not decimal text.
 */
export function plainDecimal(typed: string): string {
  if (isPlainDecimal(typed)) return typed
  const narrow = typed
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/, '-')
    .replace(/\s/g, '')
  return isGrouped(narrow) ? narrow : narrow.replace(/[,。]/, '.')
}

/** True for a number such as `1,234`, whose comma may separate thousands or be the decimal comma. */
export const isGrouped = (text: string): boolean => /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)
