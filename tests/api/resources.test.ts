import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { Glob } from 'bun'
import { readFileSync } from 'node:fs'
import { text } from '#shared/i18n/catalogues'
import { localeNames } from '#shared/i18n/text'
import type { Group } from '#shared/list/page'
import type { Granted } from '#shared/permissions'
import { filterFields, groupFields, sortFields, type Field, type Resource } from '#shared/resource'
import { resources } from '#shared/resources'
import { nameOfField, unshown } from '../../client/pages/access/operation-log/field-words'
import { restoreBatches } from '../../client/pages/access/trash/restore-batches'
import { loadArea } from '../../client/stores/texts'
import type { T } from '../../client/ui/useText'
import { startApp } from '../support/app'

/**
 * What every declared resource promises, through its real endpoints. A declaration in `shared` is tested by being there;
 * it only needs an entry in `samples`.
 */
await loadArea({ zh: () => import('#shared/i18n/zh/log'), en: () => import('#shared/i18n/en/log') })
const app = await startApp()
const { store } = app
const boss = await app.signedIn('*:*:*')
afterAll(app.close)

type Fields = Record<string, unknown>
type Sample = {
  /** What two records are created from. They differ in each field that can be sorted or filtered by. */
  inputs: () => [Fields, Fields]
  /** A change of the first. */
  change: Fields
  /** Filters of the query, by what finds the first record, whose id is given, and not the second. */
  filters: Fields | ((id: number) => Fields)
  /** The field that no other record may have the same text in. */
  unique?: string
  /** Fields of a row that no list and no sheet shows. */
  undeclared?: string[]
  /** Fields that the page sets, and no control of the form. */
  uncontrolled?: string[]
  /** Where a change is sent, if not to `/:id`. */
  edit?: (id: number, change: Fields) => [path: string, body: Fields]
}

const password = 'correct-horse-battery-staple'
let productId: number
let places: { deptId: number; postId: number; roleId: number }
beforeAll(async () => {
  places = {
    deptId: (await boss.post('/dept', { parentId: 0, deptName: 'Contract', sort: 1 })).data,
    postId: (await boss.post('/post', { postName: 'Contract', postCode: 'contract', sort: 1 })).data,
    roleId: (await boss.post('/role', { roleName: 'Contract', roleKey: 'contract', roleSort: 1 })).data,
  }
  const line = { code: 'contract', name: 'Contract', tz: 'Asia/Shanghai', status: 2, sort: 50, remark: '' }
  productId = (await boss.post('/qc/product', line)).data
})

const samples: Record<string, Sample> = {
  department: {
    unique: 'deptName',
    inputs: () => [
      { parentId: 0, deptName: 'Apple', sort: 9001, status: '2', leader: 'red' },
      { parentId: 0, deptName: 'Banana', sort: 9002, status: '1', leader: 'yellow' },
    ],
    change: { leader: 'green' },
    filters: { deptName: 'ppl', status: '2' },
  },
  menu: {
    undeclared: [
      'menuName',
      'noCache',
      'activeMenu',
      'createdAt',
      'paths',
      'isFrame',
      'apis',
      'sysApi',
      'roleNames',
      'roleNamesEn',
      'breadcrumb',
      'action',
      'params',
      'dataScope',
    ],
    inputs: () => [
      { parentId: 0, menuType: 'M', title: 'Quixotic', path: '/apple', sort: 9001, visible: '0' },
      { parentId: 0, menuType: 'M', title: 'Banana', path: '/banana', sort: 9002, visible: '1' },
    ],
    change: { titleEn: 'green' },
    filters: { title: 'IXOT', visible: '0' },
  },
  user: {
    undeclared: ['avatar', 'roleIds', 'roleNamesEn'],
    uncontrolled: ['roleId'],
    unique: 'username',
    inputs: () => [
      { ...places, username: 'apple', nickName: 'Apple', phone: '13800138001', status: '2', remark: 'red', password },
      { username: 'banana', nickName: 'Banana', phone: '13900139002', status: '1', remark: 'yellow', password },
    ],
    change: { remark: 'green' },
    filters: () => ({ ...places, keyword: 'PPL', username: 'ppl', nickName: 'ppl', phone: '1380013', status: '2' }),
  },
  'dict-data': {
    undeclared: ['cssClass', 'isDefault', 'default'],
    uncontrolled: ['dictType'],
    unique: 'dictValue',
    inputs: () => [
      { dictType: 'sys_user_sex', dictLabel: 'Apple', dictValue: 'apple', dictSort: 9001, status: '2', remark: 'red' },
      {
        dictType: 'sys_yes_no',
        dictLabel: 'Banana',
        dictValue: 'banana',
        dictSort: 9002,
        status: '1',
        remark: 'yellow',
      },
    ],
    change: { remark: 'green' },
    filters: { dictType: 'sys_user_sex', dictLabel: 'ppl', dictValue: 'app', status: '2' },
  },
  post: {
    unique: 'postCode',
    inputs: () => [
      { postName: 'Apple', postCode: 'a-1', sort: 9001, status: '2', remark: 'red' },
      { postName: 'Banana', postCode: 'b-2', sort: 9002, status: '1', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { postName: 'ppl', postCode: 'A-', status: '2' },
  },
  role: {
    undeclared: ['admin'],
    unique: 'roleKey',
    inputs: () => [
      { roleName: 'Apple', roleKey: 'apple', roleSort: 9001, status: '2', remark: 'red' },
      { roleName: 'Banana', roleKey: 'banana', roleSort: 9002, status: '1', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: (id) => ({ roleId: id, roleName: 'ppl', roleKey: 'PPL', status: '2' }),
  },
  config: {
    unique: 'configKey',
    inputs: () => [
      { configName: 'Apple', configKey: 'apple', configValue: '1', configType: 'N', remark: 'red' },
      { configName: 'Banana', configKey: 'banana', configValue: '2', configType: 'Y', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { configName: 'ppl', configKey: 'PPL', configType: 'N' },
  },
  'dict-type': {
    unique: 'dictType',
    inputs: () => [
      { dictName: 'Apple', dictType: 'apple_kind', status: '2', remark: 'red' },
      { dictName: 'Banana', dictType: 'banana_kind', status: '1', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { dictName: 'ppl', dictType: 'PPL', status: '2' },
  },
  job: {
    undeclared: [
      'jobNameEn',
      'args',
      'misfirePolicy',
      'concurrent',
      'jobType',
      'entry_id',
      'entryId',
      'isRunning',
      'lastStatus',
    ],
    inputs: () => [
      { jobName: 'Apple', jobGroup: 'A', invokeTarget: 'log-cleanup', cronExpression: '0 3 * * *', status: '1' },
      { jobName: 'Banana', jobGroup: 'B', invokeTarget: 'statistics', cronExpression: '0 4 1 1 *', status: '2' },
    ],
    change: { cronExpression: '0 5 * * *' },
    filters: { jobName: 'ppl', jobGroup: 'A', invokeTarget: 'log-cleanup', status: '1' },
    edit: (jobId, change) => ['/sysjob', { jobId, ...change }],
  },
  'qc-product': {
    undeclared: ['nameEn'],
    unique: 'code',
    inputs: () => [
      { code: 'apple', name: 'Apple', tz: 'Asia/Shanghai', sort: 9001, status: '1', remark: 'red' },
      { code: 'banana', name: 'Banana', tz: 'Europe/Berlin', sort: 9002, status: '2', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { keyword: 'PPL', status: '1' },
  },
  'qc-equipment': {
    undeclared: [
      'productId',
      'parentId',
      'nameEn',
      'product',
      'productNameEn',
      'parentCode',
      'parentNameEn',
      'isCalibrationOverdue',
    ],
    unique: 'code',
    inputs: () => [
      { code: 'A-1', name: 'Apple', kind: 'gauge', calibrationDue: '2031-01-01', status: '1', remark: 'red' },
      { code: 'B-2', name: 'Banana', kind: 'machine', calibrationDue: '2032-01-01', status: '2', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { keyword: 'PPL', kind: 'gauge', status: '1' },
  },
  'qc-lot': {
    undeclared: ['productId', 'product', 'productNameEn'],
    unique: 'lotNo',
    inputs: () => [
      { productId, lotNo: 'A-1', supplier: 'Apple', producedAt: '2026-01-01', status: 'open', remark: 'red' },
      { productId, lotNo: 'B-2', supplier: 'Banana', producedAt: '2026-01-02', status: 'closed', remark: 'yellow' },
    ],
    change: { remark: 'green' },
    filters: { keyword: 'PPL', status: 'open' },
  },
  'qc-notification-rule': {
    undeclared: ['productId', 'productNameEn', 'roleId', 'userId', 'recipientEn'],
    inputs: () => [
      {
        ruleName: 'Apple',
        event: 'recordNg',
        channel: 'email',
        receiver: 'role',
        roleId: places.roleId,
        severity: 'major',
        quietFrom: '22:00',
        quietTo: '06:00',
        digestMinutes: 15,
        status: '2',
        remark: 'red',
      },
      {
        ruleName: 'Banana',
        event: 'signalOpened',
        channel: 'wecom',
        receiver: 'inspector',
        digestMinutes: 60,
        status: '1',
        remark: 'yellow',
      },
    ],
    change: { remark: 'green' },
    filters: { keyword: 'PPL', event: 'recordNg', channel: 'email', status: '2' },
  },
}

test('every declaration is listed, and has a sample', async () => {
  const names: string[] = []
  for (const file of new Glob('shared/**/*-resource.ts').scanSync('.')) {
    const declarations = Object.values(await import(`../../${file}`)) as Resource[]
    names.push(...declarations.map(({ name }) => name))
  }
  expect(resources.map(({ name }) => name).toSorted() as string[]).toEqual(names.toSorted())
  expect(Object.keys(samples).toSorted()).toEqual(names.toSorted())
})

const declared = resources.map((resource): [string, Resource & Granted] => [resource.name, resource])
describe.each(declared)('%s', (stem, resource) => {
  const { path, id, tags } = resource
  const sample = samples[stem]!
  let ids: [number, number]
  const { edit = (recordId, fields) => [`${path}/${recordId}`, fields] } = sample
  const filters = () => (typeof sample.filters === 'function' ? sample.filters(ids[0]) : sample.filters)
  /** How the log names a record. */
  const named = (fields: Fields) => expect.stringContaining(String(fields[resource.label]))
  const read = async (recordId: number): Promise<Fields> => (await boss.get(`${path}/${recordId}`)).data
  const listed = async (query: string): Promise<number[]> => {
    const { data } = await boss.get(`${path}?pageSize=500&${query}`)
    return (resource.isTree ? data : data.list).map((row: Fields) => row[id] as number)
  }
  const newestEntry = async () => {
    const { operations } = store.t
    const entries = store.db.select().from(operations).where(eq(operations.stem, stem))
    return (await entries.orderBy(desc(operations.id)).limit(1))[0]!
  }

  test('is created, and the log tells with what', async () => {
    const [first, second] = sample.inputs()
    ids = [(await boss.post(path, first)).data, (await boss.post(path, second)).data]
    expect(ids.every((recordId) => Number.isInteger(recordId) && recordId > 0)).toBe(true)
    const entry = await newestEntry()
    expect(entry).toMatchObject({
      action: 'create',
      record: String(ids[1]),
      name: named(second),
    })
    expect(JSON.parse(entry.after)).toMatchObject({ [resource.label]: second[resource.label] })
    const made = await read(ids[0])
    expect(made[id]).toBe(ids[0])
    const { password: _, ...kept } = first
    for (const [field, value] of Object.entries(kept))
      expect([field, String(made[field])]).toEqual([field, String(value)])
  })

  test('declares each field of a row of its list, but for those that no list or sheet shows', async () => {
    const { data } = await boss.get(`${path}?pageSize=500`)
    const rows: Fields[] = resource.isTree ? data : data.list
    const row = rows.find((one) => one[id] === ids[0])!
    const { undeclared = [] } = sample
    const known = [...Object.keys(resource.fields), id, 'updatedAt', ...undeclared]
    expect(Object.keys(row).filter((name) => !known.includes(name))).toEqual([])
    expect(undeclared.filter((name) => !(name in row))).toEqual([])
  })

  test('has the texts of what can be done: delete, an empty list, import', () => {
    const { texts, isTree } = resource
    const ofForm = isTree ? ['empty'] : ['empty', 'remove'] // of a tree one record at a time is deleted
    const needed = [...(texts.noun ? ofForm : []), ...(tags.import ? ['import'] : [])]
    expect(needed.filter((text) => !(text in texts))).toEqual([])
  })

  test('has a control in its form for each field that is entered', () => {
    const declaration = `/${stem.replace('qc-', '')}-resource'`
    const forms = [...new Glob('client/pages/**/*Form.tsx').scanSync('.')]
    const form = forms.map((file) => readFileSync(file, 'utf8')).find((source) => source.includes(declaration))!
    const { password: _, ...entered } = { ...sample.inputs()[0], ...sample.change }
    const isControlled = (name: string) => form.includes(`'${name}'`)
    expect(Object.keys(entered).filter((name) => !isControlled(name))).toEqual(sample.uncontrolled ?? [])
  })

  test('is filtered by each filter that it declares', async () => {
    expect(Object.keys(filters()).toSorted()).toEqual(filterFields(resource).toSorted())
    for (const [filter, value] of Object.entries(filters())) {
      const found = await listed(`${filter}=${value}`)
      expect([filter, found.includes(ids[0]), found.includes(ids[1])]).toEqual([filter, true, false])
    }
  })

  test('is sorted by each field that it declares, in both directions', async () => {
    // `createdAt` may be the same millisecond twice.
    for (const field of sortFields(resource).filter((name) => name !== 'createdAt')) {
      const [first, second] = [await read(ids[0]), await read(ids[1])]
      const isUpwards = String(first[field]) < String(second[field])
      const places = async (direction: string) => {
        const found = await listed(`${field}Order=${direction}`)
        return found.indexOf(ids[0]) - found.indexOf(ids[1])
      }
      expect([field, Math.sign(await places('asc'))]).toEqual([field, isUpwards ? -1 : 1])
      expect([field, Math.sign(await places('desc'))]).toEqual([field, isUpwards ? 1 : -1])
    }
  })

  test.if(!resource.isTree && groupFields(resource).length > 0)(
    'is grouped by each field that it is filtered by equality: a group has as many as its filter finds',
    async () => {
      for (const field of groupFields(resource)) {
        const { data } = await boss.get(`${path}/group?by=${field}`)
        const groups = (data as Group[]).filter(({ value }) => value !== null)
        expect([field, groups.length > 0]).toEqual([field, true])
        for (const { value, count } of groups) {
          const { data: found } = await boss.get(`${path}?${field}=${encodeURIComponent(value!)}&pageSize=1`)
          expect([field, value, found.count]).toEqual([field, value, count])
        }
      }
      expect((await boss.get(`${path}/group?by=${id}`)).code).toBe(400)
    },
  )

  test('is changed: what is not sent stays, the log tells before and after, and updatedAt moves', async () => {
    const before = await read(ids[0])
    const change = { ...sample.change, updatedAt: before['updatedAt'] }
    expect(await boss.put(...edit(ids[0], change))).toMatchObject({ code: 200, data: ids[0] })
    const after = await read(ids[0])
    expect(after).toEqual({ ...before, ...sample.change, updatedAt: expect.any(String) })
    expect(Date.parse(String(after['updatedAt']))).toBeGreaterThan(Date.parse(String(before['updatedAt'])))
    const entry = await newestEntry()
    expect(entry).toMatchObject({ action: 'update', record: String(ids[0]), name: named(before) })
    expect(JSON.parse(entry.after)).toMatchObject(sample.change)
    const changed = Object.keys(sample.change).map((field) => [field, before[field]])
    expect(JSON.parse(entry.before)).toMatchObject(Object.fromEntries(changed))
  })

  test.if(tags.export !== undefined)(
    'is exported as it is filtered, with a column for each field, in both languages',
    async () => {
      const columns = Object.values(resource.fields).filter(({ sheet }) => sheet !== false)
      for (const locale of localeNames) {
        const headers = { 'accept-language': locale }
        const { data } = await boss.send('GET', `${path}/export?format=csv`, { headers })
        const [header] = String(data).replace('\ufeff', '').split('\r\n')
        expect(header).toBe(columns.map((column) => text(locale, column.text)).join())
      }
      const search = new URLSearchParams(filters() as Record<string, string>)
      const { data } = await boss.send('GET', `${path}/export?format=csv&${search}`)
      const [, row, ...others] = String(data).trimEnd().split('\r\n')
      expect([row, others]).toEqual([expect.stringContaining(String(sample.inputs()[0][resource.label])), []])
    },
  )

  test.if(tags.export !== undefined)('is exported with the columns that are named, in their order', async () => {
    const chosen = Object.entries<Field>(resource.fields)
      .filter(([, { sheet }]) => sheet !== false)
      .slice(-2)
      .toReversed()
    const ids = chosen.map(([name, { columnId = name }]) => columnId)
    const { data } = await boss.send('GET', `${path}/export?format=csv&columns=${ids.join()},unknown`)
    const [header] = String(data).replace('\ufeff', '').split('\r\n')
    expect(header).toBe(chosen.map(([, field]) => text('en', field.text)).join())
  })

  test('is deleted, and comes back from the trash as it was', async () => {
    const before = await read(ids[0])
    expect((await boss.delete(path, { ids: [ids[0]] })).data).toEqual([ids[0]])
    expect((await boss.get(`${path}/${ids[0]}`)).code).toBe(404)
    const deletion = await newestEntry()
    expect(deletion).toMatchObject({ action: 'delete', record: String(ids[0]), name: named(before) })
    for (const locale of localeNames) {
      const t = ((key, values) => text(locale, key, values)) as T // its types are of the keys alone
      const unlabelled = Object.keys(JSON.parse(deletion.before)).filter(
        (field) => !unshown.includes(field) && nameOfField(field, t) === field,
      )
      expect(unlabelled).toEqual([])
    }
    const { data } = await boss.get(`/trash?kind=${resource.trash}`)
    const entry = data.list.find(({ recordId }: { recordId: number }) => recordId === ids[0])
    const [batch] = restoreBatches([entry])
    expect((await boss.post(batch!.path, { ids: batch!.ids })).data).toEqual([ids[0]])
    expect(await read(ids[0])).toEqual(before)
    expect(await newestEntry()).toMatchObject({ action: 'restore', record: String(ids[0]), name: named(before) })
  })

  test('is deleted and restored together with others, or none of them is', async () => {
    const both = { ids: [ids[0], 4711] }
    expect((await boss.delete(path, both)).code).toBe(404)
    expect((await boss.get(`${path}/${ids[0]}`)).code).toBe(200)
    expect((await boss.delete(path, { ids: [ids[0]] })).code).toBe(200)
    expect((await boss.post(`${path}/restore`, both)).code).toBe(404)
    expect((await boss.get(`${path}/${ids[0]}`)).code).toBe(404)
    expect((await boss.post(`${path}/restore`, { ids: [ids[0]] })).code).toBe(200)
  })

  const { unique } = sample
  test.if(unique !== undefined)(
    'is one of its kind: of ten made at once there is one, and beside it none is restored (S49)',
    async () => {
      const create = () => boss.post(path, sample.inputs()[0])
      expect(await create()).toMatchObject({ code: 409, errors: { [unique!]: expect.any(String) } })
      expect((await boss.delete(path, { ids: [ids[0]] })).code).toBe(200)
      const answers = await Promise.all(Array.from({ length: 10 }, create))
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)])
      expect((await boss.post(`${path}/restore`, { ids: [ids[0]] })).code).toBe(409)
      const twin = answers.find(({ code }) => code === 200)!.data
      expect((await boss.delete(path, { ids: [twin] })).code).toBe(200)
      expect((await boss.post(`${path}/restore`, { ids: [ids[0]] })).code).toBe(200)
    },
  )

  const calls: [action: keyof Granted['tags'], call: (who: typeof boss) => Promise<{ code: number }>][] = [
    ['list', (who) => who.get(path)],
    ['query', (who) => who.get(`${path}/${ids[1]}`)],
    ['add', (who) => who.post(path, {})],
    ['edit', (who) => who.put(...edit(ids[1], {}))],
    ['remove', (who) => who.delete(path, { ids: [4711] })],
    ['export', (who) => who.get(`${path}/export`)],
  ]

  test.each(calls.filter(([action]) => tags[action]))(
    'who has the right to %s alone may; without it they may not',
    async (action, call) => {
      // Whoever holds an action of a page may also see its list.
      const others = action === 'list' ? [] : Object.values(tags).filter((tag) => tag !== tags[action])
      expect((await call(await app.signedIn(...others))).code).toBe(403)
      expect((await call(await app.signedIn(tags[action]!))).code).not.toBe(403)
    },
  )
})
