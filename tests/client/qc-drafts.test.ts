import { describe, expect, test } from 'bun:test'
import type { RecordPhoto } from '#shared/qc/record/photo'
import type { RecordDetail, RecordValue } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { LocalDraft } from '../../client/stores/qc/draft'
import { contentToSend, recordOf, standingOf } from '../../client/stores/qc/draft-record'
import { carriedOver } from '../../client/stores/qc/draft-version'
import {
  emptyValue,
  faultsOf,
  isSame,
  sentValues,
  withValue,
  type EnteredPhoto,
  type EnteredValue,
} from '../../client/stores/qc/entered'

const item = (itemKey: string, change: Partial<TemplateItem> = {}): TemplateItem => ({
  itemId: 1,
  itemKey,
  seq: 1,
  groupName: '',
  code: itemKey,
  name: itemKey,
  nameEn: '',
  type: 'numeric',
  unit: '',
  decimals: 2,
  nominal: null,
  lsl: '9',
  usl: '11',
  warnLow: null,
  warnHigh: null,
  plausLow: '5',
  plausHigh: '15',
  judgeMode: 'absolute',
  sampleSize: 2,
  severity: 'major',
  required: 'always',
  requiredWhen: '',
  visibleWhen: '',
  formula: '',
  choices: [],
  gaugeKind: '',
  instruction: '',
  spc: false,
  chart: 'auto',
  rules: [],
  ...change,
})

const items = [
  item('width'),
  item('mean', { type: 'calculated', formula: 'avg(width)', sampleSize: 1 }),
  item('leaks', { type: 'boolean' }),
  item('where', { type: 'text', visibleWhen: 'leaks == 0' }),
  item('burrs', { type: 'defectives' }),
]

const value = (itemKey: string, change: Partial<EnteredValue> = {}): EnteredValue => ({
  ...emptyValue(itemKey, 1),
  ...change,
})
const width = value('width', { raw: '10.01', gaugeId: 7 })

const draft: LocalDraft = {
  clientUid: 'a'.repeat(32),
  userId: 3,
  template: {
    templateId: 5,
    code: 'T',
    name: 'T',
    nameEn: '',
    stage: 'ipqc',
    versionNo: 2,
    productId: 1,
    product: 'c21',
    isLotRequired: false,
    signLevels: 1,
    items,
  },
  lotId: 4,
  lotNo: 'L4',
  equipmentId: null,
  equipmentName: null,
  equipmentNameEn: null,
  inspectedAt: '2025-06-01T08:00:00.000Z',
  remark: '',
  retestOf: null,
  values: [width],
  photos: [],
  state: 'waiting',
  wish: 'submit',
  fault: null,
  faults: {},
  serverId: null,
  serverLock: null,
  hasWaited: false,
  createdAt: '2025-06-01T08:00:00.000Z',
  updatedAt: '2025-06-01T08:00:00.000Z',
}

const kept = ({ raw, den, ...one }: EnteredValue): RecordValue => ({
  ...one,
  raw: raw || null,
  den: den === '' ? null : Number(den),
  value: null,
  judgement: 'OK',
  gaugeOverdueSince: null,
  enteredBy: 3,
  enteredAt: '2025-06-01T08:00:00.000Z',
  corrected: false,
})

/** As the device and the server have it. */
const photo = (sha256: string): EnteredPhoto => ({ itemKey: 'width', localId: `of ${sha256}`, sha256, photoId: 1 })
const keptPhoto = (sha256: string): RecordPhoto => ({
  itemKey: 'width',
  sha256,
  photoId: 1,
  mediaType: 'image/jpeg',
  bytes: 9,
  width: 3,
  height: 2,
  addedBy: 3,
  addedAt: '2025-06-01T08:00:00.000Z',
})

type Known = Pick<
  RecordDetail,
  'status' | 'submittedAt' | 'lockVersion' | 'lotId' | 'equipmentId' | 'inspectedAt' | 'remark' | 'values' | 'photos'
>

/** What the server has made of the draft at its first attempt. */
const record = (change: Partial<Known> = {}): RecordDetail => {
  const { lotId, equipmentId, inspectedAt, remark } = draft
  const mean = kept(value('mean', { raw: '10.01' }))
  const circumstances = {
    lotId,
    lotNo: 'L4',
    equipmentId,
    equipmentName: null,
    equipmentNameEn: null,
    inspectedAt,
    remark,
  }
  const known = {
    status: 'draft',
    submittedAt: change.status ? '2025-06-01T08:05:00.000Z' : null,
    lockVersion: 0,
    ...circumstances,
    items,
    photos: [],
    values: [kept(width), mean],
    ...change,
  }
  return known as RecordDetail // all of one that its draft is compared with
}

describe('what of a record is sent', () => {
  const sent = (...values: EnteredValue[]) => sentValues(items, values)

  test.each<[what: string, values: EnteredValue[], keys: string[]]>([
    ['what was entered', [width], ['width']],
    ['not what is blank, even with a gauge', [value('width', { raw: ' ', gaugeId: 7 })], []],
    ['a reason in place of a value', [value('width', { state: 'missing', missingCode: 'gauge' })], ['width']],
    ['nothing that is calculated', [value('mean', { raw: '10' })], []],
    ['what a condition shows', [value('leaks', { raw: '0' }), value('where', { raw: 'rim' })], ['leaks', 'where']],
    ['not what it has hidden again', [value('leaks', { raw: '1' }), value('where', { raw: 'rim' })], ['leaks']],
  ])('%s', (_, values, keys) => expect(sent(...values).map(({ itemKey }) => itemKey)).toEqual(keys))

  test('gauge and confirmation go with the value; a reason takes the place of its text, a text that of its reason', () => {
    expect(sent({ ...width, confirmed: true, missingCode: 'gauge' })).toEqual([
      {
        itemKey: 'width',
        sampleNo: 1,
        state: 'present',
        raw: '10.01',
        den: null,
        missingCode: null,
        gaugeId: 7,
        confirmed: true,
      },
    ])
    expect(sent(value('width', { raw: '10', state: 'missing', missingCode: 'gauge' }))).toMatchObject([
      { raw: null, missingCode: 'gauge' },
    ])
  })

  test('of photos those that the server has, by their hashes', () => {
    const unsent = { ...photo('b'), sha256: null }
    expect(recordOf({ ...draft, photos: [photo('a'), unsent] }).photos).toEqual([{ itemKey: 'width', sha256: 'a' }])
  })

  test('a draft that could not be sent at once says that it was taken without network', () => {
    expect(recordOf(draft)).toMatchObject({
      source: 'manual',
      clientUid: draft.clientUid,
      versionNo: 2,
    })
    expect(recordOf({ ...draft, hasWaited: true }).source).toBe('offline')
  })

  test('what is refused belongs to the value that stood at its place, and the rest to its field', () => {
    const refused = { 'values.1.raw': 'no number', lotId: 'closed', 'values.9.raw': 'not there' }
    expect(faultsOf(refused, sent(width, value('leaks', { raw: 'x' })))).toEqual({
      'leaks/1': 'no number',
      lotId: 'closed',
      'values.9.raw': 'not there',
    })
    expect(faultsOf({ 'photos.1.sha256': 'not uploaded' }, [])).toEqual({ photos: 'not uploaded' })
    expect(faultsOf({ file: 'too large' }, [])).toEqual({ photos: 'too large' })
  })
})

describe('what becomes of a draft whose first answer was lost', () => {
  const changed = (change: Partial<EnteredValue>) => ({
    ...draft,
    values: withValue([width], 'width', 1, change),
  })

  test.each<[what: string, draft: LocalDraft]>([
    ['another value', changed({ raw: '10.02' })],
    ['another gauge', changed({ gaugeId: 8 })],
    ['a value that was confirmed since', changed({ confirmed: true })],
    ['a reason', changed({ state: 'missing', missingCode: 'gauge' })],
    ['one more value', { ...draft, values: [width, value('leaks', { raw: '1' })] }],
    ['a value fewer', { ...draft, values: [] }],
    ['another lot', { ...draft, lotId: 6 }],
    ['equipment', { ...draft, equipmentId: 6 }],
    ['another time', { ...draft, inspectedAt: '2025-06-01T08:01:00.000Z' }],
    ['a remark', { ...draft, remark: 'again' }],
    ['a photo', { ...draft, photos: [photo('a'), photo('b')] }],
  ])('%s is sent after it', (_, wanted) => {
    expect(standingOf(wanted, record())).toBe('behind')
    expect(standingOf(wanted, record({ lockVersion: 1 }))).toBe('foreign')
    expect(standingOf({ ...wanted, serverLock: 1 }, record({ lockVersion: 1 }))).toBe('behind')
    expect(standingOf(wanted, record({ status: 'submitted' }))).toBe('foreign')
    expect(standingOf({ ...wanted, serverLock: 1 }, record({ lockVersion: 1, status: 'rejected' }))).toBe('foreign')
  })

  test('another reason for a missing value is sent after it', () => {
    const missing = (missingCode: string) => value('width', { state: 'missing', missingCode })
    const gauge = record({ values: [kept(missing('gauge'))] })
    expect(standingOf({ ...draft, values: [missing('damaged')] }, gauge)).toBe('behind')
    expect(standingOf({ ...draft, values: [missing('gauge')] }, gauge)).toBe('same')
  })

  test('also of a change whose answer was lost: what was entered since is sent after it, and nothing of another', () => {
    const asked = contentToSend(changed({ raw: '10.02' }))
    const since = { ...changed({ raw: '10.03' }), asked }
    const saying = (raw: string) => ({ lockVersion: 1, values: [kept({ ...width, raw })] })
    expect(standingOf(since, record(saying('10.02')))).toBe('behind')
    expect(standingOf(since, record(saying('10.09')))).toBe('foreign')
    expect(standingOf(since, record({ ...saying('10.02'), status: 'submitted' }))).toBe('foreign')
    expect(standingOf(since, record())).toBe('behind') // it never arrived
  })

  test.each<[what: string, draft: LocalDraft, change: Partial<Known>]>([
    ['nothing', draft, {}],
    ['blanks around a remark', { ...draft, remark: ' as seen ' }, { remark: 'as seen' }],
    ['blanks around a value', changed({ raw: ' 10.01 ' }), {}],
    ['a blank', { ...draft, values: [width, value('where', { raw: ' ' })] }, {}],
    [
      'the order of its photos',
      { ...draft, photos: [photo('a'), photo('b')] },
      { photos: [keptPhoto('b'), keptPhoto('a')] },
    ],
    ['the same time written otherwise', { ...draft, inspectedAt: '2025-06-01T08:00:00Z' }, {}],
    ['what a condition has hidden again', { ...draft, values: [width, value('where', { raw: 'rim' })] }, {}],
    [
      'the same count written otherwise',
      { ...draft, values: [value('burrs', { raw: '1', den: '020' })] },
      { values: [kept(value('burrs', { raw: '1', den: '20' }))] },
    ],
    [
      'what stood there before its reason',
      changed({ state: 'missing', missingCode: 'gauge' }),
      { values: [kept({ ...width, raw: '', state: 'missing', missingCode: 'gauge' })] },
    ],
  ])('%s makes no change of it', (_, wanted, change) => {
    expect(standingOf(wanted, record(change))).toBe('same')
    for (const status of ['submitted', 'approved', 'rejected', 'draft'] as const) {
      // once submitted, it is not submitted again by itself, whatever has become of it
      expect(standingOf(wanted, record({ ...change, status, lockVersion: 2 }))).toBe('done')
    }
  })
})

test('values that were not changed stay the same objects, so that only what is typed into is drawn anew', () => {
  const other = value('leaks', { raw: '1' })
  const values = withValue([width, other], 'width', 1, { raw: '10.02' })
  expect(values).toEqual([{ ...width, raw: '10.02' }, other])
  expect(values[1]).toBe(other)
  const before = { ...draft, values: [width, other] }
  expect(isSame({ ...draft, values }, before, items)).toBe(false)
  expect(isSame({ ...draft, values: withValue(values, 'width', 1, { raw: '10.01' }) }, before, items)).toBe(true)
})

describe('what of a draft goes over to a newer version of its template', () => {
  const entered = [{ ...width, confirmed: true }, value('leaks', { raw: '0' }), value('where', { raw: 'rim' })]
  const inVersion = (change: (item: TemplateItem) => TemplateItem[]) =>
    carriedOver(
      { template: draft.template, values: entered, photos: [photo('a')] },
      { ...draft.template, versionNo: 3, items: items.flatMap(change) },
    )
  const width3 = (change: Partial<TemplateItem>) =>
    inVersion((one) => [one.itemKey === 'width' ? { ...one, ...change } : one])

  test('values stay under new limits, which ask anew whether an improbable one is right', () => {
    const { values } = width3({ lsl: '9.5', plausLow: '11', name: 'Width' })
    expect(values).toEqual([{ ...width, confirmed: false }, ...entered.slice(1)])
  })

  test.each<[what: string, change: Partial<TemplateItem>]>([
    ['another kind of answer', { type: 'text' }],
    ['another unit', { unit: 'mm' }],
    ['another list of answers', { choices: [{ code: 'a', name: 'A', nameEn: '', judgement: 'OK' }] }],
    ['another item under its place', { itemKey: 'depth' }],
  ])('a value is entered again for %s', (_, change) =>
    expect(width3(change).values.map(({ itemKey }) => itemKey)).toEqual(['leaks', 'where']),
  )

  test('a gauge stays for the same kind of gauge only, and no sample beyond the new number', () => {
    expect(width3({ gaugeKind: 'caliper' }).values[0]).toMatchObject({ raw: '10.01', gaugeId: null })
    const second = { ...width, sampleNo: 2 }
    const fewer = { ...draft.template, items: items.map((one) => ({ ...one, sampleSize: 1 })) }
    expect(carriedOver({ ...draft, values: [width, second] }, fewer).values).toMatchObject([{ sampleNo: 1 }])
  })

  test('the photo of an item that is gone becomes one of the record', () => {
    expect(inVersion((one) => (one.itemKey === 'width' ? [] : [one])).photos).toEqual([
      { ...photo('a'), itemKey: null },
    ])
    expect(inVersion((one) => [one]).photos).toEqual([photo('a')])
  })
})
