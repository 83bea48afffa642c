/**
 * Text that a spreadsheet program reads as a formula. Wide characters count too: programs in Chinese or Japanese read
 * them as narrow ones. Invisible characters do not hide a formula, because some programs drop them.
 */
export const formula = /^['\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u

/** `+08:00`: every program reads such digits as a time. */
const offset = /^[+-]\d\d:\d\d$/

/** A plain number, or the sign for none. A plus is no part of our numbers, but of telephone numbers. */
const negative = /^-(?:\d+\.?\d*|\.\d+)?$/

/** Text that no spreadsheet program reads as a formula: a formula gets an apostrophe in front (S67). */
export const neutralised = (text: string) =>
  formula.test(text) && !offset.test(text) && !negative.test(text) ? `'${text}` : text
