/**
 * Text that a spreadsheet program takes for a formula. Wide characters count too: programs set to Chinese or Japanese
 * read them as their narrow ones. Characters that nobody sees do not hide a formula: some programs drop them.
 */
export const formula = /^['\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u

/** `+08:00`: digits that no program takes for more than a time. */
const offset = /^[+-]\d\d:\d\d$/

/** Text that no spreadsheet program takes for a formula: an apostrophe stands in front of one (S67). */
export const neutralised = (text: string) => (formula.test(text) && !offset.test(text) ? `'${text}` : text)
