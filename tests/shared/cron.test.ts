import { describe, expect, test } from 'bun:test'
import { cronPlanOf, dayNames, minutesAhead, shifted, timeOf } from '#shared/format/cron'

describe('a cron expression in words', () => {
  test.each([
    ['30 2 * * *', { kind: 'daily', at: 150 }],
    ['0 30 2 * * *', { kind: 'daily', at: 150 }],
    [' 05  23 * * * ', { kind: 'daily', at: 1385 }],
    ['30 3 * * 0', { kind: 'weekly', at: 210, days: [0] }],
    ['30 3 * * 7', { kind: 'weekly', at: 210, days: [0] }],
    ['0 8 * * 1-5', { kind: 'weekly', at: 480, days: [1, 2, 3, 4, 5] }],
    ['0 8 * * FRI,mon', { kind: 'weekly', at: 480, days: [1, 5] }],
    ['0 4 1 * *', { kind: 'monthly', at: 240, day: 1 }],
    ['15 * * * *', { kind: 'hourly', minute: 15 }],
    ['*/10 * * * *', { kind: 'minutes', every: 10 }],
  ])('%s is of a common form', (expression, plan) => {
    expect(cronPlanOf(expression)).toEqual(plan as never)
  })

  test.each([
    '*/7 * * * *', // not every 7 minutes: it begins anew each hour
    '30 2 1 * 1',
    '30 2 * 6 *',
    '30 2,14 * * *',
    '15 30 2 * * *',
    '0 8 * * 5-1',
    '0 8 * * mo',
    '0 8 L * *',
    '@daily',
    '* * * *',
    '',
  ])('%p is of none, and shown as it is', (expression) => {
    expect(cronPlanOf(expression)).toBeUndefined()
  })

  test.each([
    ['a day', '30 2 * * *', 480, { kind: 'daily', at: 630 }],
    ['a day that ends before', '30 22 * * *', 480, { kind: 'daily', at: 390 }],
    ['a week, the day after', '30 22 * * 6', 480, { kind: 'weekly', at: 390, days: [0] }],
    ['a week, the day before', '30 2 * * 0,1', -480, { kind: 'weekly', at: 1110, days: [0, 6] }],
    ['an hour, in a zone of half an hour', '15 * * * *', 330, { kind: 'hourly', minute: 45 }],
    ['minutes', '*/15 * * * *', 345, { kind: 'minutes', every: 15 }],
    ['minutes that do not fit the zone', '*/20 * * * *', 345, undefined],
    ['a month', '0 4 1 * *', 480, { kind: 'monthly', at: 720, day: 1 }],
    ['a month, on another day', '0 20 1 * *', 480, undefined],
  ])('%s is told by the clock of the browser', (_, expression, minutes, plan) => {
    expect(shifted(cronPlanOf(expression)!, minutes)).toEqual(plan as never)
  })

  test('a clock is as far ahead as it is at that moment, in summer too', () => {
    const [summer, winter] = [new Date('2026-07-01T12:00:00Z'), new Date('2026-12-01T12:00:00Z')]
    expect(minutesAhead('Asia/Shanghai', 'UTC', summer)).toBe(480)
    expect([summer, winter].map((at) => minutesAhead('Europe/Berlin', 'UTC', at))).toEqual([120, 60])
    expect(minutesAhead('UTC', 'Asia/Kolkata', winter)).toBe(-330)
  })

  test('days and times are written as people read them', () => {
    expect(timeOf(65)).toBe('01:05')
    expect(dayNames('zh', [1, 5])).toBe('周一、周五')
    expect(dayNames('en', [0, 1, 5])).toBe('Sunday, Monday, and Friday')
  })
})
