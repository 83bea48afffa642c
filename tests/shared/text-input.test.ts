import { describe, expect, test } from 'bun:test'
import { line, name } from '#shared/list/page'

const faultsOf = (text: string, schema = name(64)) => schema.safeParse(text).error?.issues.map(({ message }) => message)

describe('characters that hide in a name or turn what is read (S43, S48)', () => {
  test.each([
    ['an override of the direction', 'wang\u202efdp.exe'],
    ['an isolate', 'a\u2066b\u2069'],
    ['a mark of direction', 'a\u200fb'],
    ['a blank of no width', 'ad\u200bmin'],
    ['a joiner between letters', 'ad\u200dmin'],
    ['a joiner between a letter and an emoji', 'a\u200d🔧'],
    ['a joiner behind an emoji', '👷\u200d'],
    ['two joiners', '👷\u200d\u200d🔧'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a byte order mark', 'ad\ufeffmin'],
    ['tags that are no flag', 'a\u{e0061}\u{e007f}'],
    ['a filler that looks like nothing', '管理员\u3164'],
    ['a narrow one', 'admin\uffa0'],
    ['a joiner of letters that has no form', '管\u034f理员'],
    ['a control character beyond those of ASCII, by which terminals take orders', 'a\u009b31mb'],
    ['a line break of old terminals', 'a\u0085b'],
  ])('%s is refused', (_, text) => {
    expect(faultsOf(text)).toEqual(['field.unprintable'])
    expect(faultsOf(text, line(64))).toEqual(['field.unprintable'])
  })

  test.each([
    ['a joined emoji', '张伟 👨‍🔧'],
    ['one with a colour of skin', '👷🏽‍♀️'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['one with a sign of its kind', '🏳️‍🌈 ❤️‍🔥'],
    ['a flag made of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['Arabic and Hebrew', 'محمد דוד'],
    ['accents that combine', 'e\u0301'],
  ])('%s is taken', (_, text) => {
    expect(name(64).parse(text)).toBe(text)
  })

  test.each(['\u200b', '\u2060\u200d', '\u202e', '\u3164', '\u2800', '\u115f\u1160'])('%j alone is no name', (text) => {
    expect(faultsOf(text)).toEqual(['field.required'])
  })
})
