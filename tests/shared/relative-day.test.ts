import { describe, expect, test } from 'bun:test'
import { daysOf, instantsOf, relativePeriods } from '#shared/list/relative-day'

describe('a period that moves with the clock', () => {
  test.each([
    // a Friday
    ['today', '2026-11-27', '2026-11-27', '2026-11-27'],
    ['yesterday', '2026-11-27', '2026-11-26', '2026-11-26'],
    ['last-7-days', '2026-11-27', '2026-11-21', '2026-11-27'],
    ['last-30-days', '2026-11-27', '2026-10-29', '2026-11-27'],
    ['this-week', '2026-11-27', '2026-11-23', '2026-11-29'],
    ['last-week', '2026-11-27', '2026-11-16', '2026-11-22'],
    ['this-month', '2026-11-27', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-11-27', '2026-10-01', '2026-10-31'],
    // a Sunday and a Monday
    ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['this-week', '2026-11-30', '2026-11-30', '2026-12-06'],
    ['last-week', '2026-11-30', '2026-11-23', '2026-11-29'],
    // over the end of a year and of a short month
    ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['last-month', '2027-01-15', '2026-12-01', '2026-12-31'],
    ['this-month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last-month', '2027-03-31', '2027-02-01', '2027-02-28'],
    ['this-month', '2026-12-31', '2026-12-01', '2026-12-31'],
  ] as const)('%s on %s is %s to %s', (period, today, first, last) => {
    expect(daysOf(period, today)).toEqual([first, last])
  })

  test.each(relativePeriods)('%s ends a millisecond before the day after it begins', (period) => {
    const [first, last] = instantsOf(period, Date.parse('2026-11-27T03:00:00Z'), {
      tz: 'Asia/Shanghai',
      dayStartMin: 480,
    })
    for (const at of [first, last + 1]) expect(new Date(at).toISOString()).toEndWith('T00:00:00.000Z') // 08:00 in Shanghai
  })

  test('has 23 hours on the day on which summer time begins', () => {
    const clock = { tz: 'Europe/Berlin', dayStartMin: 0 }
    const [first, last] = instantsOf('today', Date.parse('2026-03-29T12:00:00Z'), clock)
    expect(last + 1 - first).toBe(23 * 3_600_000)
  })

  test('begins by the day of the line: before its first shift it is still yesterday', () => {
    const clock = { tz: 'Asia/Shanghai', dayStartMin: 8 * 60 }
    const [first] = instantsOf('today', Date.parse('2026-11-27T07:00:00+08:00'), clock)
    expect(new Date(first).toISOString()).toBe('2026-11-26T00:00:00.000Z')
  })
})
