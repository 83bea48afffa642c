import { describe, expect, test } from 'bun:test'
import { lineTime, shortLineTime } from '#shared/format/line-time'
import { abbreviate, grouped, percent } from '#shared/format/number'
import { offsetTime } from '#shared/format/offset-time'
import {
  dayOf,
  formatTime,
  rangeOf,
  relativeTime,
  shortTime,
  toDate,
  type DayRange,
  type TimeValue,
} from '#shared/format/time'
import { text } from '#shared/i18n/catalogues'
import { positionAt } from '../../client/ui/layout/scroll'

/** The same wall clock wherever the tests run. */
const at = (iso: string) => new Date(iso)
const friday = at('2026-11-20T10:42:05')
const ms = friday.getTime()

describe('a time is read as year-month-day hour:minute:second (spec §9)', () => {
  test.each<[what: string, value: TimeValue]>([
    ['a Date', friday],
    ['milliseconds', ms],
    ['milliseconds as text', `${ms}`],
    ['10 digits, which are seconds', ms / 1000],
    ['10 digits as text', `${ms / 1000}`],
    ['ISO text of the own time zone', '2026-11-20T10:42:05'],
    ['ISO text in UTC', friday.toISOString()],
    ['ISO text with an offset', '2026-11-20T10:42:05Z'.replace('Z', offsetOf(friday))],
    ['text with a blank in place of the T', '2026-11-20 10:42:05'],
    ['text with blanks around it', ' 2026-11-20T10:42:05 '],
  ])('from %s', (_what, value) => {
    expect(formatTime(value)).toBe('2026-11-20 10:42:05')
  })

  test.each<[pattern: string, expected: string]>([
    ['{y}-{m}-{d}', '2026-11-20'],
    ['{h}:{i}', '10:42'],
    ['{y}年{m}月{d}日 星期{a}', '2026年11月20日 星期五'],
    ['{d}.{m}.{y}, {s} s', '20.11.2026, 05 s'],
    ['{x} {}', '{x} {}'],
    ['', ''],
  ])('by the pattern "%s": "%s"', (pattern, expected) => {
    expect(formatTime(friday, pattern)).toBe(expected)
  })

  test('every day of the week has its character, from Sunday on', () => {
    const days = Array.from({ length: 7 }, (_, day) => formatTime(`2026-11-${22 + day}`, '{a}'))
    expect(days.join('')).toBe('日一二三四五六')
    expect(formatTime('2026-11-22', '{a}', 'en')).toBe('Sun')
  })

  test('one-digit months, days and hours are padded', () => {
    expect(formatTime('2026-03-04T05:06:07')).toBe('2026-03-04 05:06:07')
  })

  test('a day without a time begins at midnight here, not in Greenwich', () => {
    expect(formatTime('2026-11-20')).toBe('2026-11-20 00:00:00')
  })
})

describe('what is no time shows - (spec §9)', () => {
  test.each<[value: TimeValue]>([
    ['0001-01-01T00:00:00Z'],
    ['0001-01-01 08:05:43'],
    ['0001-01-01T00:00:00+08:05'],
    ['01-01-01'],
    ['day 01-01-01 of none'],
    [new Date('0001-01-01T00:00:00Z')],
    [null],
    [undefined],
    [''],
    [' '],
    [0],
    ['0'],
    ['soon'],
    ['2026-13-45'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [new Date('soon')],
  ])('%p', (value) => {
    expect([formatTime(value), shortTime(value, friday)]).toEqual(['-', '-'])
    expect(toDate(value)).toBeUndefined()
    expect(relativeTime(value, friday)).toBeUndefined()
  })

  test('2001-01-01 is a day like any other', () => {
    expect(formatTime('2001-01-01T08:00:00')).toBe('2001-01-01 08:00:00')
  })
})

test.each<[value: number, expected: string]>([
  [999_999_999, '1970-01-12'],
  [1_000_000_000, '2001-09-09'],
  [9_999_999_999, '2286-11-20'],
  [10_000_000_000, '1970-04-26'],
])('timestamps of 10 digits are seconds, others milliseconds (spec §9): %p is %s', (value, expected) => {
  expect(toDate(value)?.toISOString().slice(0, 10)).toBe(expected)
})

test.each([
  ['2026-11-21T10:42:05', '10:42'],
  ['2026-11-21T00:00:00', '00:00'],
  ['2026-11-20T10:42:05', '11-20 10:42'],
  ['2025-11-21T10:42:05', '2025-11-21 10:42'],
])('%s reads %s in a list', (iso, expected) => {
  expect(shortTime(iso, at('2026-11-21T12:00:00'))).toBe(expected)
})

describe('how long ago (spec §9)', () => {
  const MINUTE = 60
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  test.each<[seconds: number, zh: string, en: string]>([
    [0, '刚刚', 'Just now'],
    [29.9, '刚刚', 'Just now'],
    [30, '1分钟前', '1 minute ago'],
    [2 * MINUTE - 1, '1分钟前', '1 minute ago'],
    [2 * MINUTE, '2分钟前', '2 minutes ago'],
    [HOUR - 1, '59分钟前', '59 minutes ago'],
    [HOUR, '1小时前', '1 hour ago'],
    [2 * HOUR, '2小时前', '2 hours ago'],
    [DAY - 1, '23小时前', '23 hours ago'],
    [DAY, '1天前', '1 day ago'],
    [2 * DAY - 1, '1天前', '1 day ago'],
    [2 * DAY, '2天前', '2 days ago'],
    [400 * DAY, '400天前', '400 days ago'],
    [-29, '刚刚', 'Just now'], // clocks differ
  ])('%p seconds: %s, %s', (seconds, zh, en) => {
    const ago = relativeTime(ms - seconds * 1000, friday)!
    expect([text('zh', ago.key, ago.values), text('en', ago.key, ago.values)]).toEqual([zh, en])
  })

  test('what lies ahead was not ago', () => {
    expect(relativeTime(ms + 30_000, friday)).toBeUndefined()
  })
})

test.each<[what: string, one: TimeValue, other: TimeValue, query: DayRange]>([
  ['two days', '2026-11-01', '2026-11-20', { beginTime: '2026-11-01', endTime: '2026-11-20' }],
  ['two days, the later first', '2026-11-20', '2026-11-01', { beginTime: '2026-11-01', endTime: '2026-11-20' }],
  ['one day twice', '2026-11-20', '2026-11-20', { beginTime: '2026-11-20', endTime: '2026-11-20' }],
  ['two instants', friday, at('2026-12-01T23:59:59'), { beginTime: '2026-11-20', endTime: '2026-12-01' }],
  ['only one', '2026-11-20', undefined, {}],
  ['none', undefined, null, {}],
  ['nonsense', '2026-11-20', 'soon', {}],
])('a range of %s asks by beginTime and endTime (spec §3)', (_what, one, other, query) => {
  expect(rangeOf(one, other)).toEqual(query)
})

test('a day is that of the own time zone, late in the evening too', () => {
  expect(dayOf(at('2026-11-20T23:59:59'))).toBe('2026-11-20')
})

describe('numbers are abbreviated by k, M, G, T, P, E (spec §9)', () => {
  test.each<[value: number, expected: string]>([
    [0, '0'],
    [-0, '0'],
    [7, '7'],
    [999, '999'],
    [999.94, '999.9'],
    [999.96, '1k'],
    [1000, '1k'],
    [1049, '1k'],
    [1050, '1.1k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [1_500_000, '1.5M'],
    [1e9, '1G'],
    [2.5e12, '2.5T'],
    [1e15, '1P'],
    [999_960_000_000_000_000, '1E'],
    [3e18, '3E'],
    [4e21, '4000E'],
    [-1234, '-1.2k'],
    [-999_950, '-1M'],
    [-0.01, '0'],
    [0.5, '0.5'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
  ])('%p: %s', (value, expected) => {
    expect(abbreviate(value)).toBe(expected)
  })

  test.each<[digits: number, expected: string]>([
    [0, '1M'],
    [2, '999.96k'],
    [3, '999.96k'],
  ])('with %p digits 999,960 is %s', (digits, expected) => {
    expect(abbreviate(999_960, digits)).toBe(expected)
  })
})

describe('on the way to the top, from 1000 px', () => {
  test.each<[passed: number, position: number]>([
    [-0.1, 1000],
    [0, 1000],
    [0.25, 875],
    [0.5, 500],
    [0.75, 125],
    [1, 0],
    [1.1, 0],
  ])('after %p of the time: %p', (passed, position) => {
    expect(positionAt(passed, 1000)).toBeCloseTo(position, 6)
  })

  test('it never turns back', () => {
    const way = Array.from({ length: 101 }, (_, step) => positionAt(step / 100, 1000))
    expect(way).toEqual(way.toSorted((a, b) => b - a))
  })
})

/** `+08:00`, of the time zone that the tests run in. */
function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

describe('shares and large numbers are written one way', () => {
  test.each([
    [0.985, undefined, '98.5 %'],
    [1, undefined, '100 %'],
    [0, undefined, '0 %'],
    [0.9996, undefined, '99.9 %'], // not all
    [0.996, 0, '99 %'],
    [0.08124, 2, '8.12 %'],
    [0.00125, 2, '0.12 %'], // half to even (qc-domain 3.1)
    [0.00135, 2, '0.14 %'],
    [1.5, undefined, '150.0 %'],
    [null, undefined, '-'],
    [NaN, undefined, '-'],
  ])('%p with %p digits is %s', (share, digits, text) => expect(percent(share, digits)).toBe(text))

  test.each([
    [999, '999'],
    [12480, '12,480'],
    [1234567.25, '1,234,567.25'],
  ])('%d is %s', (value, text) => expect(grouped(value)).toBe(text))
})

describe('an instant by the clock of a product line', () => {
  test.each([
    ['2026-11-20T18:05:09Z', 'Asia/Shanghai', undefined, '2026-11-21 02:05'],
    ['2026-07-01T00:00:00Z', 'America/New_York', '{m}-{d} {h}:{i}', '06-30 20:00'],
    [undefined, 'UTC', undefined, '-'],
  ])('%s in %s: %s', (at, tz, pattern, text) => expect(lineTime(at, tz, pattern)).toBe(text))

  test.each([
    ['of today there', '2026-11-20T22:30:00Z', 'Asia/Shanghai', '06:30'],
    ['of yesterday there, though of today in Greenwich', '2026-11-20T04:30:00Z', 'America/New_York', '11-19 23:30'],
    ['of last year there', '2025-12-31T15:59:00Z', 'Asia/Shanghai', '2025-12-31 23:59'],
    ['that is none', null, 'UTC', '-'],
  ])('short, an instant %s: %s in %s is %s', (_, at, tz, text) =>
    expect(shortLineTime(at, new Date('2026-11-20T23:00:00Z'), tz)).toBe(text),
  )
})

describe('an instant by a clock that is ahead of UTC, or behind it, with its offset', () => {
  test.each([
    ['2026-11-20T18:05:09Z', 480, '2026-11-21 02:05:09 +08:00'],
    ['2026-11-20T02:05:09Z', -210, '2026-11-19 22:35:09 -03:30'],
    ['2026-11-20T02:05:09Z', 0, '2026-11-20 02:05:09 +00:00'],
    [null, 480, '-'],
  ])('%s at %d minutes: %s', (at, minutes, text) => expect(offsetTime(at, minutes)).toBe(text))
})
