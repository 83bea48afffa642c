import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startApp, type Answer, type App } from '../support/app'

/**
 * A form that was opened earlier undoes nothing that somebody else did meanwhile, on any resource. The clock of this
 * server stands still: two changes in one millisecond are told apart, and so are those after a clock was set back.
 */
let clock = Date.UTC(2026, 10, 21, 2, 13, 20)
let app: App
let one: Awaited<ReturnType<App['signedIn']>>
let other: typeof one
beforeAll(async () => {
  app = await startApp({ now: () => clock })
  one = await app.signedIn('*:*:*')
  other = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

let made = 0
const word = () => `x-${++made}`
const product = { name: '线', tz: 'Asia/Shanghai' }
const shift = (code: string, startMin: number) => ({ code, name: code, startMin, endMin: startMin + 60 })
const makeProduct = async () => (await one.post('/qc/product', { ...product, code: word() })).data as number

type Resource = {
  path: string
  /** How it is changed, where that is not at its own address. */
  put?: (id: number) => [path: string, body: object]
  make: () => Promise<object> | object
  /** A field that two change, with both values, and another field. */
  field: string
  values: [unknown, unknown]
  else: [field: string, value: unknown]
}

const resources: Record<string, Resource> = {
  'a lot': {
    path: '/qc/lot',
    make: async () => ({ productId: await makeProduct(), lotNo: word() }),
    field: 'qty',
    values: ['5', '6'],
    else: ['remark', '备注'],
  },
  equipment: {
    path: '/qc/equipment',
    make: () => ({ code: word(), name: '涂布机', kind: 'gauge' }),
    field: 'calibrationDue',
    values: ['2026-12-01', '2026-12-02'],
    else: ['remark', '备注'],
  },
  'a product line': {
    path: '/qc/product',
    make: () => ({ ...product, code: word(), shifts: [shift('D', 480), shift('N', 1200)] }),
    field: 'dayStartMin',
    values: [480, 540],
    else: ['remark', '备注'],
  },
  'the head of a template': {
    path: '/qc/template',
    make: async () => ({ productId: await makeProduct(), code: word(), name: '模板', stage: 'ipqc' }),
    field: 'nameEn',
    values: ['A', 'B'],
    else: ['remark', '备注'],
  },
  'a user': {
    path: '/sys-user',
    make: () => ({ username: word(), nickName: '王', password: 'wheel of many spokes', roleIds: [] }),
    field: 'phone',
    values: ['13800000001', '13800000002'],
    else: ['remark', '备注'],
  },
  'a role': {
    path: '/role',
    make: () => ({ roleName: word(), roleKey: word(), menuIds: [] }),
    field: 'menuIds',
    values: [[1], [2, 3]],
    else: ['remark', '备注'],
  },
  'the data scope of a role': {
    path: '/role',
    put: (roleId) => ['/roledatascope', { roleId }],
    make: () => ({ roleName: word(), roleKey: word(), menuIds: [] }),
    field: 'dataScope',
    values: ['1', '3'],
    else: ['dataScope', '3'],
  },
  'a department': {
    path: '/dept',
    make: () => ({ parentId: 0, deptName: word() }),
    field: 'leader',
    values: ['王', '李'],
    else: ['email', 'a@qc.example'],
  },
  'a post': {
    path: '/post',
    make: () => ({ postName: word(), postCode: word() }),
    field: 'sort',
    values: [3, 4],
    else: ['remark', '备注'],
  },
  'a menu entry': {
    path: '/menu',
    make: () => ({ parentId: 0, menuType: 'M', title: word(), path: `/${word()}` }),
    field: 'titleEn',
    values: ['A', 'B'],
    else: ['icon', 'user'],
  },
  'a dictionary': {
    path: '/dict/type',
    make: () => ({ dictName: word(), dictType: `t${++made}` }),
    field: 'dictNameEn',
    values: ['A', 'B'],
    else: ['remark', '备注'],
  },
  'an entry of a dictionary': {
    path: '/dict/data',
    make: () => ({ dictType: 'sys_yes_no', dictLabel: word(), dictValue: word() }),
    field: 'default',
    values: ['A', 'B'],
    else: ['remark', '备注'],
  },
  'a parameter': {
    path: '/config',
    make: () => ({ configName: word(), configKey: `k${++made}`, configValue: '1' }),
    field: 'configValue',
    values: ['2', '3'],
    else: ['isFrontend', '1'],
  },
  'a scheduled job': {
    path: '/sysjob',
    put: (jobId) => ['/sysjob', { jobId }],
    make: () => ({ jobName: word(), invokeTarget: 'statistics', cronExpression: '30 2 * * *', status: '1' }),
    field: 'cronExpression',
    values: ['30 3 * * *', '30 4 * * *'],
    else: ['jobNameEn', 'Night'],
  },
}

describe.each(Object.entries(resources))('%s', (_, { path, put, make, field, values, else: [free, freeValue] }) => {
  const [first, second] = values
  const create = async () => {
    const answer = await one.post(path, await make())
    expect(answer).toMatchObject({ code: 200 })
    return answer.data as number
  }
  const read = async (id: number) => (await one.get(`${path}/${id}`)).data
  const change = (who: typeof one, id: number, body: object): Promise<Answer> => {
    const [address, beside] = put?.(id) ?? [`${path}/${id}`, {}]
    return who.put(address, { ...beside, ...body })
  }
  const seenIn = (record: any, name: string) => ({ updatedAt: record.updatedAt, seen: { [name]: record[name] } })

  test('changed by somebody else: a later change of the same field is refused with what is there, and made when it is seen', async () => {
    const id = await create()
    const seen = await read(id)
    const wanted = { [field]: second, ...seenIn(seen, field) }
    expect(await change(one, id, { [field]: first, ...seenIn(seen, field) })).toMatchObject({ code: 200 })
    const there = await read(id)
    expect(there[field]).toEqual(first)

    const refused = await change(other, id, wanted)
    expect(refused).toMatchObject({
      code: 409,
      errors: { [field]: 'Changed meanwhile' },
      data: { updatedAt: there.updatedAt, now: { [field]: first } },
    })
    expect(refused.data.by).toBe('tester-1')
    expect(await read(id)).toEqual(there)

    const { updatedAt, now } = refused.data
    expect(await change(other, id, { [field]: second, updatedAt, seen: now })).toMatchObject({ code: 200 })
    expect((await read(id))[field]).toEqual(second)
  })

  test('a later change of another field is made, and leaves the field of somebody else alone', async () => {
    const id = await create()
    const seen = await read(id)
    await change(one, id, { [field]: first })
    if (free === field) return
    const both = { [field]: seen[field], [free]: freeValue }
    const version = { updatedAt: seen.updatedAt, seen: { [field]: seen[field], [free]: seen[free] } }
    expect(await change(other, id, { ...both, ...version })).toMatchObject({ code: 200 })
    expect(await read(id)).toMatchObject({ [field]: first, [free]: freeValue })
  })

  test('the newest version does not excuse a value that was seen before it', async () => {
    const id = await create()
    const seen = await read(id)
    await change(one, id, { [field]: first })
    const { updatedAt } = await read(id)
    const refused = await change(other, id, { [field]: second, updatedAt, seen: { [field]: seen[field] } })
    expect(refused).toMatchObject({ code: 409, data: { updatedAt, now: { [field]: first } } })
    expect((await read(id))[field]).toEqual(first)
  })

  test('the values that were read are the same as those that are there', async () => {
    const id = await create()
    await change(one, id, { [field]: first })
    const longAgo = new Date(0).toISOString()
    expect(await change(one, id, { ...(await read(id)), updatedAt: longAgo })).toMatchObject({ code: 200 })
  })

  test('a change without a version is made as ever', async () => {
    const id = await create()
    await change(one, id, { [field]: first })
    expect(await change(other, id, { [field]: second })).toMatchObject({ code: 200 })
    expect((await read(id))[field]).toEqual(second)
  })

  test('each change has a later time, within a millisecond and after the clock was set back', async () => {
    const id = await create()
    const times = [(await read(id)).updatedAt]
    for (const value of [first, second, first]) {
      if (times.length === 3) clock -= 300_000
      await change(one, id, { [field]: value })
      times.push((await read(id)).updatedAt)
    }
    expect(times.toSorted()).toEqual(times)
    expect(new Set(times).size).toBe(times.length)
  })
})

test('of several who changed a field the last is named', async () => {
  const third = await app.signedIn('*:*:*')
  const { data: id } = await one.post('/post', { postName: word(), postCode: word() })
  const { data: seen } = await one.get(`/post/${id}`)
  for (const [who, remark] of [[other, '甲'] as const, [third, '乙'] as const]) await who.put(`/post/${id}`, { remark })
  const refused = await one.put(`/post/${id}`, { remark: '丙', updatedAt: seen.updatedAt })
  expect(refused).toMatchObject({ code: 409, data: { by: third.roleKey, now: { remark: '乙' } } })
})

describe('what a form must not bring back', () => {
  test('the whole record of an earlier read does not open a lot that was put on hold', async () => {
    const { data: id } = await one.post('/qc/lot', { productId: await makeProduct(), lotNo: word() })
    const { data: seen } = await one.get(`/qc/lot/${id}`)
    expect(await other.post(`/qc/lot/${id}/hold`, { reason: '来料异常' })).toMatchObject({ code: 200 })
    const refused = await one.put(`/qc/lot/${id}`, { ...seen, remark: '备注' })
    expect(refused).toMatchObject({ code: 409, data: { now: { status: 'hold' } } })
    const version = { updatedAt: seen.updatedAt, seen }
    expect(await one.put(`/qc/lot/${id}`, { ...seen, remark: '备注', ...version })).toMatchObject({ code: 200 })
    expect((await one.get(`/qc/lot/${id}`)).data).toMatchObject({ status: 'hold', remark: '备注' })
  })

  test('a whole record that is sent again after a conflict, as the manual says, leaves the other fields as they are', async () => {
    const { data: id } = await one.post('/qc/lot', { productId: await makeProduct(), lotNo: word(), remark: '甲' })
    const { data: seen } = await one.get(`/qc/lot/${id}`)
    const sent = { ...seen, remark: '丙' }
    await other.put(`/qc/lot/${id}`, { supplier: '厂', remark: '乙' })
    const { data } = await one.put(`/qc/lot/${id}`, { ...sent, seen })
    expect(data.now).toEqual({ remark: '乙' })
    const again = { ...sent, updatedAt: data.updatedAt, seen: { ...seen, ...data.now } }
    expect(await one.put(`/qc/lot/${id}`, again)).toMatchObject({ code: 200 })
    expect((await one.get(`/qc/lot/${id}`)).data).toMatchObject({ supplier: '厂', remark: '丙' })
  })

  test('a disabled user stays disabled, and a role that was taken away stays away', async () => {
    const { data: roleId } = await one.post('/role', { roleName: word(), roleKey: word() })
    const user = { username: word(), nickName: '王', password: 'wheel of many spokes', roleIds: [roleId] }
    const { data: id } = await one.post('/sys-user', user)
    const { data: seen } = await one.get(`/sys-user/${id}`)
    await other.put(`/sys-user/${id}`, { status: '1', roleIds: [] })
    const refused = await one.put(`/sys-user/${id}`, { ...seen, remark: '备注' })
    expect(refused).toMatchObject({ code: 409, data: { now: { status: '1', roleIds: [] } } })
    const { nickName, status, roleIds } = seen
    const sent = { nickName, status, roleIds, remark: '备注' }
    const version = { updatedAt: seen.updatedAt, seen: { nickName, status, roleIds, remark: '' } }
    expect(await one.put(`/sys-user/${id}`, { ...sent, ...version })).toMatchObject({ code: 200 })
    expect((await one.get(`/sys-user/${id}`)).data).toMatchObject({ status: '1', roleIds: [], remark: '备注' })
  })

  test('sets are the same in any order, and numbers as text', async () => {
    const { data: id } = await one.post('/role', { roleName: word(), roleKey: word(), menuIds: [1, 2] })
    const { data: seen } = await one.get(`/role/${id}`)
    await other.put(`/role/${id}`, { remark: '备注' })
    const sent = { menuIds: ['2', 1], roleSort: '0' }
    expect(await one.put(`/role/${id}`, { ...sent, updatedAt: seen.updatedAt })).toMatchObject({ code: 200 })
  })

  test('a value that nests costs no more than its length', async () => {
    const { data: id } = await one.post('/post', { postName: word(), postCode: word() })
    const nested = JSON.parse(`${'['.repeat(29)}"a"${']'.repeat(29)}`)
    const sent = { postName: word(), seen: { postName: nested }, updatedAt: new Date(0).toISOString() }
    expect(await one.put(`/post/${id}`, sent)).toMatchObject({ code: 409 })
  }, 10_000) // quoted anew at each level it would take gigabytes

  test('the value of a secret is not told, nor any value to who may not read it', async () => {
    const { data: id } = await one.post('/config', { configName: word(), configKey: 'pager', isSecret: '1' })
    const { data: seen } = await one.get(`/config/${id}`)
    const { updatedAt } = seen
    await one.put(`/config/${id}`, { configValue: 'hush', configName: '寻呼' })
    const refused = await other.put(`/config/${id}`, { configValue: 'mine', configName: word(), updatedAt })
    expect(refused).toMatchObject({ code: 409, data: { now: { configName: '寻呼' } } })
    expect(JSON.stringify(refused)).not.toContain('hush')

    const blind = await app.signedIn('admin:sysPost:edit')
    const { data: postId } = await one.post('/post', { postName: word(), postCode: word() })
    const { data: post } = await one.get(`/post/${postId}`)
    await one.put(`/post/${postId}`, { remark: '甲' })
    const unseen = await blind.put(`/post/${postId}`, { remark: '乙', updatedAt: post.updatedAt })
    expect(unseen).toMatchObject({ code: 409, errors: { remark: 'Changed meanwhile' } })
    expect(unseen.data.now).toEqual({})
  })

  test('the own profile does not undo what an administrator changed, and asks no password for it', async () => {
    const me = await app.signedIn('qc:lot:list')
    const { user: seen } = (await me.get('/user/profile')).data
    const { nickName, phone, email, sex, updatedAt } = seen
    await one.put(`/sys-user/${me.userId}`, { phone: '13800000009' })
    const refused = await me.put('/sys-user/profile', { phone: '13800000008', updatedAt, seen: { phone } })
    expect(refused).toMatchObject({ code: 409, data: { now: { phone: '13800000009' } } })
    const sent = { nickName: '李', phone, email, sex, updatedAt, seen: { nickName, phone, email, sex } }
    expect(await me.put('/sys-user/profile', sent)).toMatchObject({ code: 200 })
    const saved = (await me.get('/user/profile')).data.user
    expect(saved).toMatchObject({ nickName: '李', phone: '13800000009' })
    // A client of the family saves twice what it read once.
    for (const name of ['赵', '钱']) {
      expect(await me.put('/sys-user/profile', { ...saved, nickName: name })).toMatchObject({ code: 200 })
    }
  })

  test('a title that somebody else gave a route is not overwritten', async () => {
    const { id, title } = (await one.get('/sys-api?pageSize=1')).data.list[0]
    const put = (who: typeof one, given: string, before: string) =>
      who.put(`/sys-api/${id}`, { title: given, seen: { title: before } })
    expect(await put(one, '甲', title)).toMatchObject({ code: 200 })
    expect(await put(other, '乙', title)).toMatchObject({ code: 409, data: { now: { title: '甲' } } })
    expect(await put(other, '乙', '甲')).toMatchObject({ code: 200 })
  })

  test('a department that was put elsewhere has another version', async () => {
    const make = async () => (await one.post('/dept', { parentId: 0, deptName: word() })).data as number
    const [first, second] = [await make(), await make()]
    const before = await Promise.all([first, second].map(async (id) => (await one.get(`/dept/${id}`)).data))
    await one.put('/dept-order', { parentId: 0, order: [second, first] })
    const { updatedAt, sort } = before[0]
    const refused = await other.put(`/dept/${first}`, { sort: 77, updatedAt, seen: { sort } })
    expect(refused).toMatchObject({ code: 409, errors: { sort: 'Changed meanwhile' } })
  })

  test('a setting that somebody else saved is not overwritten; the others are', async () => {
    const entry = (configKey: string, configValue: string, seen?: string) => ({ configKey, configValue, seen })
    const { data: seen } = await one.get('/set-config')
    expect(await one.put('/set-config', [entry('sys_app_name', '甲', seen.sys_app_name)])).toMatchObject({ code: 200 })
    const refused = await other.put('/set-config', [entry('sys_app_name', '乙', seen.sys_app_name)])
    expect(refused).toMatchObject({
      code: 409,
      errors: { sys_app_name: 'Changed meanwhile' },
      data: { now: { sys_app_name: '甲' } },
    })
    expect(await other.put('/set-config', [entry('sys_app_name', '丙', '甲')])).toMatchObject({ code: 200 })
    expect(await one.put('/set-config', [entry('sys_app_name', '丁')])).toMatchObject({ code: 200 })
    expect((await one.get('/set-config')).data.sys_app_name).toBe('丁')
  })
})
