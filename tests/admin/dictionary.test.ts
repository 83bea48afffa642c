import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import type { DictType } from '#shared/admin/dictionary'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

let made = 0
/** A dictionary of a type of its own, with entries of these values. */
async function dictionary(...values: string[]) {
  const dictType = `t_${++made}`
  const { data: id } = await admin.post('/dict/type', { dictName: `Kinds ${made}`, dictType, status: 2, remark: '' })
  const codes: number[] = []
  for (const [dictSort, dictValue] of values.entries()) codes.push(await entry({ dictType, dictValue, dictSort }))
  return { id: id as number, dictType, codes }
}

const scratch = { dictLabel: 'Scratch', dictValue: 'scratch', dictSort: 0, status: 2, listClass: 'ng', remark: '' }
async function entry(change: object) {
  const answer = await admin.post('/dict/data', { ...scratch, ...change })
  expect(answer).toMatchObject({ code: 200, msg: 'Created' })
  return answer.data as number
}

async function lastEntry() {
  const { operations } = app.store.t
  const [last] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return last
}
const options = async (search: string) => (await admin.get(`/dict-data/option-select${search}`)).data

test('a whole dictionary can be sent back, as clients of the family do; the log tells what of it was changed', async () => {
  const kinds = { dictName: 'Defects', dictType: 'shaft_defect', status: 2, remark: 'of shafts' }
  const { data: id } = await admin.post('/dict/type', kinds)
  const whole = { ...kinds, id, dictName: 'Faults', createdAt: 'x', status: '1', params: {} }
  expect(await admin.put(`/dict/type/${id}`, whole)).toMatchObject({ code: 200, data: id })
  expect(await lastEntry()).toMatchObject({
    before: '{"dictName":"Defects","status":"2"}',
    after: '{"dictName":"Faults","status":"1"}',
  })
  expect((await admin.get('/dict/type-option-select')).data).toContainEqual(
    expect.objectContaining({ id, dictName: 'Faults', status: 1 }),
  )
})

test('an entry keeps what a change leaves out, and is told by its dictionary and label', async () => {
  const { dictType } = await dictionary()
  const dictCode = await entry({ dictType, default: 'x', isDefault: 'Y', cssClass: 'bold' })
  const path = `/dict/data/${dictCode}`
  await admin.put(path, { dictType, dictLabel: 'Scratched', dictValue: 'scratch' })
  const kept = { ...scratch, dictType, dictCode, default: 'x', isDefault: 'Y', cssClass: 'bold' }
  expect((await admin.get(path)).data).toMatchObject({ ...kept, dictLabel: 'Scratched' })
  expect(await lastEntry()).toMatchObject({
    name: `${dictType} Scratched`,
    before: '{"dictLabel":"Scratch"}',
    after: '{"dictLabel":"Scratched"}',
  })
})

describe('bad input is refused at its field, in the language asked for, and nothing is saved', () => {
  const type = { dictName: 'Kinds', dictType: 'bad_kinds', status: 2 }
  const data = { ...scratch, dictType: 'sys_yes_no', dictValue: 'bad' }
  test.each([
    ['/dict/type', 'no name', { ...type, dictName: ' ' }, 'dictName', 'Required', '必填'],
    ['/dict/type', 'no type', { ...type, dictType: '' }, 'dictType', 'Required', '必填'],
    ['/dict/type', 'a type with a hyphen', { ...type, dictType: 'a-b' }, 'dictType', 'A letter first', '以字母开头'],
    ['/dict/type', 'a type that begins with a digit', { ...type, dictType: '1a' }, 'dictType', 'A letter first', ''],
    ['/dict/type', 'a status unknown', { ...type, status: 3 }, 'status', 'Not a valid value', ''],
    ['/dict/data', 'no label', { ...data, dictLabel: '\u200b' }, 'dictLabel', 'Required', '必填'],
    ['/dict/data', 'no value', { ...data, dictValue: '' }, 'dictValue', 'Required', '必填'],
    ['/dict/data', 'a place below 0', { ...data, dictSort: -1 }, 'dictSort', 'Not less than 0', '不能小于 0'],
    ['/dict/data', 'a colour unknown', { ...data, listClass: 'pink' }, 'listClass', 'Not a valid value', ''],
    [
      '/dict/data',
      'no such dictionary',
      { ...data, dictType: 'nowhere' },
      'dictType',
      'no dictionary of type',
      '不存在',
    ],
    ['/dict/data', 'a remark too long', { ...data, remark: 'x'.repeat(256) }, 'remark', 'At most 255', '最多 255'],
  ])('%s with %s', async (path, _, body, field, en, zh) => {
    const before = (await admin.get(path)).data.count
    expect(await admin.post(path, body)).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
    const chinese = await admin.send('POST', path, { body, headers: { 'accept-language': 'zh-CN' } })
    expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    expect((await admin.get(path)).data.count).toBe(before)
  })

  test('the same type in other letters, in the words of the family', async () => {
    const body = { dictName: 'x', dictType: 'SYS_yes_no' }
    const answer = await admin.send('POST', '/dict/type', { body, headers: { 'accept-language': 'zh' } })
    const msg = '当前字典类型[SYS_yes_no]已经存在！'
    expect(answer).toMatchObject({ code: 409, msg, errors: { dictType: msg } })
  })

  test('the same value twice in a dictionary, but not in two', async () => {
    const { dictType } = await dictionary('a')
    const taken = await admin.post('/dict/data', { ...scratch, dictType, dictValue: 'a' })
    expect(taken).toMatchObject({ code: 409, errors: { dictValue: expect.stringContaining('Scratch') } })
    await dictionary('a')
  })
})

describe('lists', () => {
  test('a type is found whole, so that one does not list the entries of another; the first of two counts', async () => {
    const { dictType } = await dictionary('b', 'a')
    await admin.post('/dict/type', { dictName: 'Longer', dictType: `${dictType}_group` })
    await entry({ dictType: `${dictType}_group`, dictValue: 'c' })
    const values = async (search: string) =>
      (await admin.get(`/dict/data${search}`)).data.list.map((row: { dictValue: string }) => row.dictValue)
    expect(await values(`?dictType=${dictType}&dictType=sys_yes_no&beginTime=`)).toEqual(['b', 'a'])
    expect(await values(`?dictType=${dictType}&dictValueOrder=asc`)).toEqual(['a', 'b'])
    expect(await values(`?dictType=${dictType}&dictValue=A&dictLabel=scr&status=2`)).toEqual(['a'])
    expect((await admin.get(`/dict/type?dictType=${dictType}_`)).data.count).toBe(1)
  })

  test('an export holds what the filter shows', async () => {
    const { dictType } = await dictionary('=1+1', 'plain')
    const response = await app.app.request(`/api/v1/dict/data/export?dictType=${dictType}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    })
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(0, 6).join())).toEqual([
      'Dictionary type,Label,English label,Value,Order,Colour',
      `${dictType},Scratch,,'=1+1,0,"Red: fail`,
      `${dictType},Scratch,,plain,1,"Red: fail`,
    ])
    const types = await app.app.request(`/api/v1/dict/type/export?dictType=${dictType}&format=xlsx`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(types.headers.get('content-type')).toContain('spreadsheetml')
    expect(await lastEntry()).toMatchObject({ action: 'export', stem: 'dict-type' })
  })
})

describe('options', () => {
  test('are the enabled entries in their order, for anybody who is signed in', async () => {
    const { dictType } = await dictionary('b', 'a')
    await entry({ dictType, dictValue: 'off', status: 1 })
    const nobody = await app.signedIn()
    const { data } = await nobody.get(`/dict-data/option-select?dictType=${dictType}`)
    expect(data.map(({ value }: { value: string }) => value)).toEqual(['b', 'a'])
    const look = { listClass: 'ng', cssClass: '', isDefault: '' }
    expect(data[0]).toEqual({ value: 'b', label: 'Scratch', labelEn: '', status: 2, ...look })
    expect(await options(`?dictType=${dictType}&all=1`)).toHaveLength(3)
    for (const search of ['?dictType=nowhere', '', '?dictType=']) expect(await options(search)).toEqual([])
    expect((await app.anyone.get('/dict-data/option-select?dictType=sys_yes_no')).code).toBe(401)
    expect((await nobody.get('/dict/type-option-select')).code).toBe(403)
  })

  test('carry an English label where there is one; a list is searched by it, and it is kept when it is left out', async () => {
    const { dictType } = await dictionary()
    const given = { dictType, dictLabel: '划痕', dictValue: 'scratch' }
    const dictCode = await entry({ ...given, dictLabelEn: 'Scratched' })
    expect(await options(`?dictType=${dictType}`)).toMatchObject([{ label: '划痕', labelEn: 'Scratched' }])
    expect((await admin.get(`/dict/data?dictType=${dictType}&dictLabel=scratched`)).data.count).toBe(1)
    await admin.put(`/dict/data/${dictCode}`, given)
    expect((await admin.get(`/dict/data/${dictCode}`)).data.dictLabelEn).toBe('Scratched')
    await admin.put(`/dict/data/${dictCode}`, { ...given, dictLabelEn: null })
    expect(await options(`?dictType=${dictType}`)).toMatchObject([{ labelEn: '' }])
    const tooLong = await admin.put(`/dict/data/${dictCode}`, { ...given, dictLabelEn: 'x'.repeat(129) })
    expect(tooLong).toMatchObject({ code: 400, errors: { dictLabelEn: 'At most 128 characters' } })
  })

  test('of a disabled dictionary are none, though their words are still known', async () => {
    const { id, dictType } = await dictionary('a')
    await admin.put(`/dict/type/${id}`, { dictName: 'Off', dictType, status: 1 })
    expect(await options(`?dictType=${dictType}`)).toEqual([])
    expect(await options(`?dictType=${dictType}&all=1`)).toMatchObject([{ value: 'a', status: 1 }])
  })

  test.each([
    ['sys_normal_disable', ['2', '1']],
    ['sys_user_sex', ['0', '1', '2']],
    ['sys_show_hide', ['0', '1']],
    ['sys_yes_no', ['Y', 'N']],
    ['sys_job_status', ['2', '1']],
    ['sys_job_group', ['DEFAULT', 'SYSTEM']],
    ['sys_common_status', ['2', '1']],
    ['sys_oper_type', Array.from({ length: 12 }, (_, index) => String(index + 1))],
    ['sys_notice_type', ['1', '2']],
    ['sys_notice_status', ['2', '1']],
    ['sys_content_status', ['2', '1']],
  ])('of %s are there from the beginning', async (dictType, values) => {
    const seeded = await options(`?dictType=${dictType}`)
    expect(seeded.map(({ value }: { value: string }) => value)).toEqual(values)
  })
})

test('renaming a type takes its entries along, at once', async () => {
  const { id, dictType } = await dictionary('a', 'b')
  await admin.put(`/dict/type/${id}`, { dictName: 'Renamed', dictType: 'renamed_type' })
  expect(await options(`?dictType=${dictType}`)).toEqual([])
  expect(await options('?dictType=renamed_type')).toHaveLength(2)
})

test('a deleted entry follows its renamed dictionary, and no other entry does', async () => {
  const [{ id, dictType, codes }, other] = [await dictionary('a', 'b'), await dictionary('a')]
  await admin.delete('/dict/data', { ids: [...codes, ...other.codes] })
  await admin.put(`/dict/type/${id}`, { dictType: 'followed_type' })
  expect((await admin.get('/trash?name=followed_type')).data.list).toMatchObject([
    { name: 'followed_type Scratch' },
    { name: 'followed_type Scratch' },
  ])
  expect((await admin.post('/dict/data/restore', { ids: [...codes, ...other.codes] })).code).toBe(200)
  expect(await options('?dictType=followed_type')).toHaveLength(2)
  expect(await options(`?dictType=${dictType}`)).toEqual([])
  expect(await options(`?dictType=${other.dictType}`)).toHaveLength(1)
})

describe('a dictionary that the product reads keeps its type and is not deleted; the rest of it may change', () => {
  test.each(['sys_user_sex', 'sys_job_group', 'qc_missing_reason', 'qc_change_reason', 'qc_disposition', 'qc_unit'])(
    '%s',
    async (dictType) => {
      const types: DictType[] = (await admin.get(`/dict/type?dictType=${dictType}`)).data.list
      const path = `/dict/type/${types[0]!.id}`
      const says = new RegExp(`The system reads the dictionary ${dictType}`)
      const renamed = await admin.put(path, { ...types[0], dictType: `${dictType}s` })
      expect(renamed).toMatchObject({ code: 409, errors: { dictType: expect.stringMatching(says) } })
      const chinese = { body: { dictType: dictType.toUpperCase() }, headers: { 'accept-language': 'zh' } }
      expect(await admin.send('PUT', path, chinese)).toMatchObject({ code: 409, msg: expect.stringContaining('不能') })
      const removed = await admin.delete('/dict/type', { ids: [types[0]!.id] })
      expect(removed).toMatchObject({ code: 409, msg: expect.stringMatching(says) })
      expect((await admin.put(path, { ...types[0], remark: 'kept' })).code).toBe(200)
      expect((await admin.get(path)).data).toMatchObject({ dictType, remark: 'kept' })
    },
  )
})

test('a dictionary with entries is not deleted; the answer says which and how many, and none is deleted (S38)', async () => {
  const [held, free] = [await dictionary('a', 'b'), await dictionary()]
  const refused = await admin.delete('/dict/type', { ids: [free.id, held.id] })
  expect(refused).toMatchObject({ code: 409, msg: expect.stringMatching(/Kinds \d+ still has 2 entries/) })
  expect((await admin.get(`/dict/type/${free.id}`)).code).toBe(200)
})

describe('an entry that records of the product hold keeps its value, and the answer says what holds it (S38)', () => {
  test.each([
    ['sys_job_group', 'SYSTEM', /^系统 is the group of \d+ jobs \(.*清理日志和回收站.*\), so it cannot be deleted/],
    ['sys_user_sex', '2', /^未知 is the sex of \d+ users?, so it cannot be deleted/],
  ])('%s %s', async (dictType, dictValue, says) => {
    const job = {
      jobName: 'Nightly',
      jobGroup: 'SYSTEM',
      invokeTarget: 'log-cleanup',
      cronExpression: '0 2 * * *',
      status: 1,
    }
    expect((await admin.post('/sysjob', job)).code).toBe(200)
    const { list } = (await admin.get(`/dict/data?dictType=${dictType}&dictValue=${dictValue}`)).data
    const { dictCode: held, dictLabel } = list[0]
    const free = await entry({ dictType, dictValue: 'free', dictLabel: 'Free' })
    const refused = await admin.delete('/dict/data', { ids: [free, held] })
    expect(refused.code).toBe(409)
    expect(refused.msg).toMatch(says)
    const renamed = { ...scratch, dictType, dictLabel, dictValue: 'other' }
    expect((await admin.put(`/dict/data/${held}`, renamed)).code).toBe(409)
    const { dictType: other } = await dictionary()
    const moved = { ...scratch, dictType: other, dictLabel, dictValue }
    expect((await admin.put(`/dict/data/${held}`, moved)).code).toBe(409)
    expect((await admin.get(`/dict/data/${held}`)).data).toMatchObject({ dictType, dictValue })
    expect((await admin.delete('/dict/data', { ids: [free] })).code).toBe(200)
  })

  test('the group of many jobs: the first are named, and all are counted', async () => {
    const many = await entry({ dictType: 'sys_job_group', dictValue: 'MANY', dictLabel: 'Many' })
    const job = {
      jobName: 'Nightly',
      jobGroup: 'MANY',
      invokeTarget: 'log-cleanup',
      cronExpression: '0 2 * * *',
      status: 1,
    }
    for (let made = 0; made < 6; made++) expect((await admin.post('/sysjob', job)).code).toBe(200)
    const { msg } = await admin.delete('/dict/data', { ids: [many] })
    expect(msg).toStartWith('Many is the group of 6 jobs (Nightly, Nightly, Nightly, Nightly, Nightly)')
  })
})

test.each([
  ['qc_disposition', 'scrap', 'Inspection records'],
  ['qc_missing_reason', 'damaged', 'Inspection records'],
  ['qc_change_reason', 'typing', 'Inspection records'],
  ['qc_cause', 'tool', 'Signals or excluded points'],
  ['qc_action', 'adjust', 'Signals or excluded points'],
])('codes of %s stay for good: %s is disabled instead (S38, S72)', async (dictType, dictValue, by) => {
  const { list } = (await admin.get(`/dict/data?dictType=${dictType}&dictValue=${dictValue}`)).data
  const { dictCode, dictLabel } = list[0]
  const says = expect.stringMatching(new RegExp(`^${by} may contain “.+”, so it cannot be deleted`))
  expect(await admin.delete('/dict/data', { ids: [dictCode] })).toMatchObject({ code: 409, msg: says })
  const same = { ...scratch, dictType, dictLabel, dictValue }
  expect((await admin.put(`/dict/data/${dictCode}`, { ...same, dictValue: 'other' })).code).toBe(409)
  expect((await admin.put(`/dict/data/${dictCode}`, { ...same, status: 1 })).code).toBe(200)
  expect((await options(`?dictType=${dictType}`)).map(({ value }: { value: string }) => value)).not.toContain(dictValue)
})

test('a stage of templates keeps its value, one without templates does not (S38)', async () => {
  const { data: productId } = await admin.post('/qc/product', { code: 'staged', name: 'Staged', tz: 'Asia/Shanghai' })
  const template = { productId, code: 'STAGED', name: 'Staged', stage: 'patrol' }
  expect((await admin.post('/qc/template', template)).code).toBe(200)
  const codeOf = async (dictValue: string) =>
    (await admin.get(`/dict/data?dictType=qc_stage&dictValue=${dictValue}`)).data.list[0].dictCode as number
  const says = expect.stringMatching(/^巡检 is the stage of 1 template, so it cannot be deleted/)
  const used = await codeOf('patrol')
  expect(await admin.delete('/dict/data', { ids: [used] })).toMatchObject({ code: 409, msg: says })
  expect((await admin.put(`/dict/data/${used}`, { dictValue: 'round' })).code).toBe(409)
  expect((await admin.delete('/dict/data', { ids: [await codeOf('oqc')] })).code).toBe(200)
})

test('an entry is not restored without its dictionary', async () => {
  const { id, dictType, codes } = await dictionary('a')
  await admin.delete('/dict/data', { ids: codes })
  await admin.delete('/dict/type', { ids: [id] })
  const orphan = await admin.post('/dict/data/restore', { ids: codes })
  expect(orphan).toMatchObject({ code: 409, msg: expect.stringContaining(dictType) })
  await admin.post('/dict/type/restore', { ids: [id] })
  expect((await admin.post('/dict/data/restore', { ids: codes })).code).toBe(200)
})

describe('an import', () => {
  async function send(path: string, sheet: string, dryRun: 0 | 1) {
    const body = new FormData()
    body.append('file', new File([sheet], 'sheet.csv'))
    const response = await app.app.request(`/api/v1${path}/import?dryRun=${dryRun}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
      body,
    })
    return (await response.json()) as { code: number; data: { faultCount: number; faults: object[] } }
  }

  test('of entries names every bad row and column, then takes in all or nothing (S68)', async () => {
    const { dictType } = await dictionary('a')
    const bad = [
      '字典类型,标签,键值,颜色,状态',
      `${dictType},Crack,crack,红：不合格、危险,启用`,
      `${dictType},Twice,crack,,`,
      `${dictType},Taken,a,,`,
      'nowhere,Lost,lost,,',
      `${dictType},,empty,pink,perhaps`,
    ].join('\n')
    const checked = await send('/dict/data', bad, 0)
    expect(checked.code).toBe(422)
    expect(await options(`?dictType=${dictType}`)).toHaveLength(1)
    const dry = await send('/dict/data', bad, 1)
    expect(dry).toMatchObject({ code: 200 })
    expect(dry.data.faults).toEqual(expect.arrayContaining([expect.objectContaining({ row: 6, column: '标签' })]))
    const beyondShape = await send('/dict/data', bad.split('\n').slice(0, 5).join('\n'), 1)
    expect(beyondShape.data.faults).toEqual([
      { row: 3, column: '键值', message: 'Same as row 2' },
      { row: 4, column: '键值', message: '“Scratch” already has the value a' },
      { row: 5, column: '字典类型', message: 'There is no dictionary of type nowhere' },
    ])

    const several = `${bad.split('\n')[0]}\nnowhere,,lost,pink,`
    const { faults } = (await send('/dict/data', several, 1)).data
    expect(faults).toHaveLength(3)
    expect(faults).toContainEqual({
      row: 2,
      column: '字典类型',
      message: 'There is no dictionary of type nowhere',
    })

    expect(await send('/dict/data', bad.split('\n').slice(0, 2).join('\n'), 0)).toMatchObject({ code: 200 })
    expect(await options(`?dictType=${dictType}`)).toContainEqual(
      expect.objectContaining({ value: 'crack', label: 'Crack', listClass: 'ng' }),
    )
    expect(await lastEntry()).toMatchObject({ action: 'import', stem: 'dict-data', name: `${dictType} Crack` })
    const { record } = (await lastEntry())!
    expect((await admin.get(`/dict/data/${record}`)).data).toMatchObject({ dictType, dictLabel: 'Crack' })
  })

  test('of dictionaries does the same', async () => {
    const sheet = 'dictName,dictType\nNew ones,imported_type\nOld ones,SYS_yes_no\nTwice,Imported_Type\n'
    const faults = [
      { row: 3, column: 'dictType' },
      { row: 4, column: 'dictType', message: 'Same as row 2' },
    ]
    expect(await send('/dict/type', sheet, 1)).toMatchObject({ data: { faults } })
    expect((await send('/dict/type', 'dictName,dictType\nNew ones,imported_type\n', 0)).code).toBe(200)
    expect((await admin.get('/dict/type?dictType=imported_type')).data.list).toMatchObject([{ dictName: 'New ones' }])
  })

  test('begins with a template', async () => {
    for (const path of ['/dict/type', '/dict/data']) {
      const response = await app.app.request(`/api/v1${path}/import/template?format=csv`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
      })
      expect(await response.text()).toContain('qc_defect_kind')
    }
  })
})
