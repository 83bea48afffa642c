import { describe, expect, test } from 'bun:test'
import { itemOf, keyOf } from '../../client/pages/qc/record/inbox/items'
import { worstItem } from '../../client/pages/qc/record/inbox/worst-item'
import { approvalGroups } from '../../client/pages/qc/record/sign/approval-groups'

describe('the name of an item in the address', () => {
  test('stands for its kind and its id', () => {
    expect(itemOf(keyOf({ kind: 'calibration', id: 12 }))).toEqual({ kind: 'calibration', id: 12 })
  })

  test.each([undefined, '', 'approve', 'approve-', 'approve-x', 'approve--1', 'erase-3'])(
    '%p stands for none',
    (key) => {
      expect(itemOf(key)).toBeUndefined()
    },
  )
})

describe('groups of records that are approved together: each record is in one', () => {
  const groupOf = (change: object) => {
    const record = {
      qcValueBaseId: 1,
      recordNo: 'C21-261127-0001',
      templateName: '轴径',
      templateNameEn: '',
      judgement: 'OK',
      openSignals: 0,
      lockVersion: 1,
      hindrance: null,
      ...change,
    } as const
    return Object.entries(approvalGroups([record]))
      .filter(([, list]) => list.length > 0)
      .map(([name]) => name)
  }

  test.each<[string, object]>([
    ['ok', {}],
    ['ok', { judgement: 'WARN' }],
    ['ng', { judgement: 'NG' }],
    ['ng', { judgement: 'NG', openSignals: 2 }],
    ['signalled', { openSignals: 1 }],
    ['signalled', { judgement: 'PENDING', openSignals: 1 }],
    ['pending', { judgement: 'PENDING' }],
    ['hindered', { judgement: 'NG', hindrance: 'not reviewed' }],
  ])('%s: %p', (group, change) => {
    expect(groupOf(change)).toEqual([group])
  })
})

describe('the characteristic to look at', () => {
  const item = (code: string, more: object = {}) => ({
    itemKey: code,
    code,
    name: code,
    type: 'numeric',
    lsl: '9',
    usl: '11',
    warnLow: null,
    warnHigh: null,
    plausLow: null,
    plausHigh: null,
    nominal: null,
    formula: '',
    visibleWhen: '',
    requiredWhen: '',
    required: 'always',
    severity: 'major',
    judgeMode: 'absolute',
    decimals: 2,
    sampleSize: 1,
    choices: [],
    ...more,
  })
  const worst = (items: object[], values: Record<string, number>, signalled: string[] = []) => {
    const record = {
      items,
      corrections: [],
      values: Object.entries(values).map(([itemKey, value]) => ({
        itemKey,
        sampleNo: 1,
        state: 'present',
        raw: String(value),
        value,
        den: null,
        confirmed: false,
        missingCode: null,
      })),
    }
    return worstItem(record as never, new Set(signalled))?.itemKey // of a record only what is read here
  }
  const warned = item('warned', { warnHigh: '10.5' })

  test.each<[string, string | undefined, object[], Record<string, number>, string[]]>([
    ['an NG one stands before one with a signal', 'a', [item('b'), item('a')], { a: 12, b: 10 }, ['b']],
    ['a signal before a warning', 'b', [warned, item('b')], { warned: 10.6, b: 10 }, ['b']],
    ['a warning before a value near a limit', 'warned', [item('b'), warned], { b: 10.99, warned: 10.6 }, []],
    ['else the value nearest to a limit counts', 'b', [item('a'), item('b')], { a: 10.2, b: 9.1 }, []],
    ['words and choices are not drawn', undefined, [item('t', { type: 'text' })], { t: 1 }, []],
    ['nor what was not measured', undefined, [item('a')], {}, []],
  ])('%s', (_, expected, items, values, signalled) => {
    expect(worst(items, values, signalled)).toBe(expected)
  })
})
