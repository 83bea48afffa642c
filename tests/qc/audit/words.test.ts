import { afterEach, describe, expect, test } from 'bun:test'
import { textOrKey } from '#shared/i18n/catalogues'
import { auditSentence } from '#shared/qc/audit/words'
import { qcAuditApi } from '../../../client/api/qc/audit'

const entry = {
  actorName: '李工',
  entity: 'record',
  entityId: 7,
  subject: 'C21-261120-0007',
  subjectEn: 'C21-261120-0007',
  action: 'correct',
  field: null as string | null,
  itemName: '厚度',
  itemNameEn: 'Thickness',
  old: null as string | null,
  new: null as string | null,
}
const told = (change: Partial<typeof entry>, locale: 'zh' | 'en' = 'zh') =>
  auditSentence({ ...entry, ...change }, locale, (key, values) => textOrKey(locale, key, values), {
    disposition: (code) => (code === 'rework' ? '返工' : code),
  })

describe('sentences of the trail say words, not codes', () => {
  test.each([
    [{ field: 'judgement', old: 'OK', new: 'NG' }, '由“合格”改为“不合格”'],
    [{ field: 'abc/2/judgement', old: 'WARN', new: 'PENDING' }, '由“警告”改为“待判”'],
    [{ field: 'status', action: 'update', old: 'draft', new: 'voided' }, '由“草稿”改为“已作废”'],
    [{ field: 'disposition', old: '', new: 'rework' }, '改为“返工”'],
    [{ field: 'remark', old: 'OK', new: 'NG' }, '由“OK”改为“NG”'], // what somebody wrote stays
    [
      { entity: 'qr', action: 'issue', subject: '', subjectEn: '', entityId: 10543, field: 'code', new: '31VEMJHTNH' },
      '31VEMJHTNH',
    ],
    [
      { entity: 'qr', action: 'revoke', subject: '', subjectEn: '', entityId: 10543, field: 'code', old: '31VEMJHTNH' },
      '31VEMJHTNH',
    ],
  ])('%o', (change, words) => {
    expect(told(change)).toContain(words)
    expect(told(change)).not.toContain('#10543')
  })

  test.each([
    ['zh', 'OD-1 外径巡检'],
    ['en', 'OD-1 Diameter'],
  ] as const)('in %s they call a template %s', (locale, name) => {
    const template = { entity: 'template', action: 'publish', subject: 'OD-1 外径巡检', subjectEn: 'OD-1 Diameter' }
    expect(told(template, locale)).toContain(name)
  })
})

describe('days of the audit page are those of the browser, wherever the server stands', () => {
  const zone = process.env['TZ'] ?? 'UTC'
  afterEach(() => {
    process.env['TZ'] = zone
  })
  const paging = { pageIndex: 1, pageSize: 20, orders: [] }

  test.each([
    ['Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
    ['America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T04:59:59.999Z'],
  ])('%s', (tz, beginTime, endTime) => {
    process.env['TZ'] = tz
    const day = { beginTime: '2026-11-20', endTime: '2026-11-20' }
    expect(qcAuditApi.exportQuery({ ...paging, ...day })).toEqual({ ...paging, beginTime, endTime, tz })
  })

  test('what is no day is left for the server to refuse', () => {
    expect(qcAuditApi.exportQuery({ ...paging, beginTime: 'x' })).toMatchObject({ beginTime: 'x', endTime: undefined })
  })
})
