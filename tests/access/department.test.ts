import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { DepartmentNode } from '#shared/access/department'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

/** Ids by name; what a test makes or changes is gone with the next one. */
let id: Record<string, number>
beforeEach(async () => {
  const { t, tx } = app.store
  await tx(async (db) => {
    await db.update(t.users).set({ deptId: null })
    await db.delete(t.roleDepts)
    await db.delete(t.trash)
    await db.delete(t.depts)
  })
  id = { top: 0 }
  await make('Plant', 'top')
  await make('Workshop', 'Plant')
  await make('Line', 'Workshop')
  await make('Office', 'Plant', { sort: 5 })
})

async function make(deptName: string, parent: string, change: object = {}) {
  const answer = await admin.post('/dept', { deptName, parentId: id[parent], ...change })
  expect(answer).toMatchObject({ code: 200, msg: 'Created' })
  id[deptName] = answer.data
}

/** `Plant(Workshop(Line) Office)` */
const drawn = (nodes: DepartmentNode[]): string =>
  nodes.map(({ deptName, children }) => deptName + (children ? `(${drawn(children)})` : '')).join(' ')
const tree = async (search = '') => drawn((await admin.get(`/dept${search}`)).data)
const pathOf = async (name: string) => (await admin.get(`/dept/${id[name]}`)).data.deptPath
const path = (...names: string[]) => `/0/${names.map((name) => `${id[name]}/`).join('')}`

async function lastEntry() {
  const { operations } = app.store.t
  const [entry] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return { ...entry, before: JSON.parse(entry!.before || 'null'), after: JSON.parse(entry!.after || 'null') }
}

test('departments form a tree with the path of each, and a number for a status (contract 7, 15)', async () => {
  const { data } = await admin.get('/dept')
  expect(drawn(data)).toBe('Plant(Workshop(Line) Office)')
  expect(data[0].children[0].children[0]).toMatchObject({
    deptId: id['Line'],
    parentId: id['Workshop'],
    deptPath: path('Plant', 'Workshop', 'Line'),
    status: 2,
  })
})

test.each([
  ['?deptName=LINE', 'Plant(Workshop(Line))'],
  ['?deptName=office&status=2', 'Plant(Office)'],
  ['?status=1', ''],
  ['?deptName=&status=', 'Plant(Workshop(Line) Office)'],
  ['?deptName=%25', ''],
])('/dept%s finds with all above it: %s', async (search, expected) => {
  expect(await tree(search)).toBe(expected)
})

test('a department can be changed, and what is left out stays', async () => {
  const all = { deptName: 'Line', sort: '7', leader: '王工', phone: '138-0013-8000', email: 'a@b.cn', status: 1 }
  expect(await admin.put(`/dept/${id['Line']}`, { ...all, children: null, createdAt: 'x' })).toMatchObject({
    code: 200,
    data: id['Line'],
  })
  const saved = { ...all, sort: 7, parentId: id['Workshop'] }
  expect((await admin.get(`/dept/${id['Line']}`)).data).toMatchObject(saved)
  await admin.put(`/dept/${id['Line']}`, { deptName: 'Line 2' })
  expect((await admin.get(`/dept/${id['Line']}`)).data).toMatchObject({ ...saved, deptName: 'Line 2' })
  expect(await lastEntry()).toMatchObject({
    action: 'update',
    stem: 'department',
    name: 'Line 2',
    before: { deptName: 'Line' },
    after: { deptName: 'Line 2' },
  })
})

describe('bad input is refused at its field, and nothing is saved', () => {
  const rows: [what: string, change: object, field: string, en: string, zh: string][] = [
    ['no name', { deptName: ' ' }, 'deptName', 'Required', '必填'],
    ['a name too long', { deptName: 'x'.repeat(65) }, 'deptName', 'At most 64 characters', '最多 64 个字符'],
    [
      'a NUL',
      { leader: 'a\u0000' },
      'leader',
      'Control and invisible characters are not allowed',
      '不能包含控制字符和不可见字符',
    ],
    ['a phone of letters', { phone: 'abc' }, 'phone', '', ''],
    ['no e-mail address', { email: 'a@' }, 'email', '', ''],
    ['a status that is none', { status: 3 }, 'status', 'Not a valid value', ''],
    ['a place below zero', { sort: -1 }, 'sort', 'Not less than 0', ''],
    ['no parent', { parentId: null }, 'parentId', 'Required', '必填'],
    ['a parent that is none', { parentId: 'x' }, 'parentId', 'Not a valid value', ''],
    ['a parent that is not there', { parentId: 4711 }, 'parentId', 'There is no such department', '上级部门不存在'],
  ]
  test.each(rows)('%s', async (_, change, field, en, zh) => {
    const body = { deptName: 'New', parentId: 0, ...change }
    const answer = await admin.post('/dept', body)
    expect(answer.code).toBe(400)
    expect(Object.keys(answer.errors ?? {})).toEqual([field])
    expect(answer.errors![field]).toContain(en)
    const chinese = await admin.send('POST', '/dept', { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors![field]).toMatch(/\p{sc=Han}/u)
    expect(chinese.errors![field]).toContain(zh)
    expect((await admin.put(`/dept/${id['Line']}`, body)).code).toBe(400)
    expect(await tree()).toBe('Plant(Workshop(Line) Office)')
  })
})

describe('the same name', () => {
  test('in any letter case is refused beside another, and taken elsewhere', async () => {
    const answer = await admin.post('/dept', { deptName: 'OFFICE', parentId: id['Plant'] })
    const msg = 'The parent department already has a department OFFICE'
    expect(answer).toMatchObject({ code: 409, msg, errors: { deptName: msg } })
    expect((await admin.put(`/dept/${id['Office']}`, { deptName: 'workshop' })).code).toBe(409)
    await make('OFFICE', 'Workshop')
    expect((await admin.put(`/dept/${id['OFFICE']}`, { deptName: 'Office', parentId: id['Plant'] })).code).toBe(409)
  })
})

describe('moving', () => {
  test('takes all below along, with their paths', async () => {
    await admin.put(`/dept/${id['Workshop']}`, { deptName: 'Workshop', parentId: id['Office'] })
    expect(await tree()).toBe('Plant(Office(Workshop(Line)))')
    expect(await pathOf('Line')).toBe(path('Plant', 'Office', 'Workshop', 'Line'))
    await admin.put(`/dept/${id['Workshop']}`, { deptName: 'Workshop', parentId: '0' })
    expect(await tree()).toBe('Plant(Office) Workshop(Line)')
    expect(await pathOf('Line')).toBe(path('Workshop', 'Line'))
  })

  test.each([
    ['itself', 'Workshop', 'Workshop'],
    ['what is below it', 'Plant', 'Line'],
  ])('below %s is refused', async (_, name, below) => {
    const answer = await admin.put(`/dept/${id[name]}`, { deptName: name, parentId: id[below] })
    expect(answer).toMatchObject({ code: 400, errors: { parentId: `${name} cannot be moved under itself` } })
    expect((await admin.put('/dept-order', { parentId: id[below], order: [id[name]] })).code).toBe(400)
    expect(await tree()).toBe('Plant(Workshop(Line) Office)')
    expect(await pathOf('Line')).toBe(path('Plant', 'Workshop', 'Line'))
  })

  test('ends at ten levels, counted to the lowest of what is moved', async () => {
    for (let level = 4; level <= 10; level += 1) await make(`L${level}`, level === 4 ? 'Line' : `L${level - 1}`)
    const errors = { parentId: 'At most 10 levels of departments' }
    expect(await admin.post('/dept', { deptName: 'L11', parentId: id['L10'] })).toMatchObject({ code: 400, errors })
    await make('Outside', 'top')
    const moved = await admin.put(`/dept/${id['Plant']}`, { deptName: 'Plant', parentId: id['Outside'] })
    expect(moved).toMatchObject({ code: 400, errors })
    expect(await pathOf('Line')).toBe(path('Plant', 'Workshop', 'Line'))
  })

  test('by an order puts departments where they are wanted, and leaves those not named in their places', async () => {
    await make('Store', 'Plant', { sort: 9 })
    const order = [id['Store'], id['Line'], id['Workshop']]
    expect(await admin.put('/dept-order', { parentId: id['Plant'], order })).toMatchObject({ code: 200, data: null })
    expect(await tree()).toBe('Plant(Store Office Line Workshop)')
    expect(await pathOf('Line')).toBe(path('Plant', 'Line'))
    expect(await lastEntry()).toMatchObject({
      action: 'update',
      record: String(id['Line']),
      name: 'Line',
      before: { parentId: id['Workshop'], names: { parentId: 'Workshop', order: ['Workshop', 'Office', 'Store'] } },
      after: { parentId: id['Plant'], names: { order: ['Store', 'Office', 'Line', 'Workshop'] } },
    })
    expect((await admin.put('/dept-order', { parentId: id['Plant'], order: [4711] })).code).toBe(404)
  })

  test('of departments from several parents the log names each', async () => {
    await make('Desk', 'Office')
    await admin.put('/dept-order', { parentId: id['Plant'], order: [id['Line'], id['Desk']] })
    expect(await lastEntry()).toMatchObject({
      name: 'Line, Desk',
      before: { parentId: [id['Workshop'], id['Office']] },
      after: { parentId: id['Plant'] },
    })
  })

  test('by an order changes only the departments that it moves', async () => {
    const changedAt = async (name: string) => (await admin.get(`/dept/${id[name]}`)).data.updatedAt
    const before = [await changedAt('Workshop'), await changedAt('Office')]
    await admin.put('/dept-order', { parentId: id['Plant'], order: [id['Workshop'], id['Office']] })
    expect(await changedAt('Workshop')).toBe(before[0])
    expect(Date.parse(await changedAt('Office'))).toBeGreaterThan(Date.parse(before[1]))
  })

  describe('by an order that was made from what was seen', () => {
    const named = (names: string[]) => names.map((name) => id[name]!)
    /** Orders what stands below a department as somebody does who saw `seen` there. */
    const order = (parent: string, wanted: string[], seen: string[], from = parent) =>
      admin.put('/dept-order', {
        parentId: id[parent],
        order: named(wanted),
        seen: { order: named(seen), parentId: id[from] },
      })

    test('undoes nothing that somebody else moved meanwhile: the order, or a department that went elsewhere', async () => {
      await make('Store', 'Plant', { sort: 9 })
      const seen = ['Workshop', 'Office', 'Store']
      expect((await order('Plant', ['Workshop', 'Store', 'Office'], seen)).code).toBe(200)
      expect(await order('Plant', ['Office', 'Workshop', 'Store'], seen)).toMatchObject({
        code: 409,
        msg: 'Somebody else has changed the order here. Look at it and try again',
      })
      expect((await order('Office', ['Line'], [], 'Workshop')).code).toBe(200)
      expect((await order('Store', ['Line'], [], 'Workshop')).code).toBe(409)
      expect((await order('Workshop', ['Line'], ['Line'])).code).toBe(409)
      expect(await tree()).toBe('Plant(Workshop Store Office(Line))')
    })

    test('is made where others only made, deleted or moved something else', async () => {
      await make('Store', 'Plant', { sort: 9 })
      const seen = ['Workshop', 'Office', 'Store']
      await make('Lab', 'Plant', { sort: 10 })
      await admin.delete('/dept', { ids: [id['Store']] })
      expect((await order('Plant', ['Office', 'Workshop'], seen)).code).toBe(200)
      expect(await tree()).toBe('Plant(Office Workshop(Line) Lab)')
    })
  })

  test('an order that names one department 5,000 times names it once', async () => {
    await make('Store', 'Plant', { sort: 9 })
    const order = Array<number>(5000).fill(id['Store']!)
    expect((await admin.put('/dept-order', { parentId: id['Plant'], order })).code).toBe(200)
    expect(await tree()).toBe('Plant(Workshop(Line) Office Store)')
    expect(JSON.stringify(await lastEntry()).length).toBeLessThan(1000)
  })
})

describe('a disabled department', () => {
  beforeEach(() => admin.put(`/dept/${id['Workshop']}`, { deptName: 'Workshop', status: 1 }))

  test('is not offered, nor is what is below it', async () => {
    const { data } = await (await app.signedIn('*:*:*')).get('/deptTree')
    const office = { id: id['Office'], label: 'Office' }
    expect(data).toEqual([{ id: id['Plant'], label: 'Plant', children: [office] }])
  })

  test('takes nothing new; what stands in it can still be changed', async () => {
    const errors = { parentId: 'Workshop is disabled, so no department can be placed under it' }
    expect(await admin.post('/dept', { deptName: 'x', parentId: id['Workshop'] })).toMatchObject({ code: 400, errors })
    const moved = await admin.put(`/dept/${id['Office']}`, { deptName: 'Office', parentId: id['Workshop'] })
    expect(moved).toMatchObject({ code: 400, errors })
    const same = { deptName: 'Line B', parentId: id['Workshop'] }
    expect((await admin.put(`/dept/${id['Line']}`, same)).code).toBe(200)
  })
})

describe('deleting (S38)', () => {
  test('what others hang on is refused, and the answer says how many', async () => {
    expect(await admin.delete('/dept', { ids: [id['Plant'], id['Line']] })).toMatchObject({
      code: 409,
      msg: 'Plant still has 2 departments below it and cannot be deleted. Move or delete them first',
    })
    const { users } = app.store.t
    const user = await app.signedIn()
    await app.store.tx((db) => db.update(users).set({ deptId: id['Line']! }).where(eq(users.userId, user.userId)))
    expect(await admin.delete('/dept', { ids: [id['Office'], id['Line']] })).toMatchObject({
      code: 409,
      msg: 'Line still has 1 user and cannot be deleted. Move them to another department, or disable this one',
    })
    expect(await tree()).toBe('Plant(Workshop(Line) Office)')
  })

  test('a whole branch can be undone, and comes back to where it belongs by now', async () => {
    const ids = [id['Line'], id['Workshop']]
    expect((await admin.delete('/dept', { ids })).data).toEqual(ids)
    expect(await tree()).toBe('Plant(Office)')
    expect(await lastEntry()).toMatchObject({ action: 'delete', stem: 'department', name: 'Line, Workshop' })
    await make('Group', 'top')
    await admin.put(`/dept/${id['Plant']}`, { deptName: 'Plant', parentId: id['Group'] })
    expect(await admin.post('/dept/restore', { ids })).toMatchObject({ code: 200, data: ids })
    expect(await tree()).toBe('Group(Plant(Workshop(Line) Office))')
    expect(await pathOf('Line')).toBe(path('Group', 'Plant', 'Workshop', 'Line'))
  })

  test('cannot be undone when the name is taken by now, or what it stood in is gone; then nothing comes back', async () => {
    const ids = [id['Line'], id['Office']]
    await admin.delete('/dept', { ids })
    const [line, office] = [id['Line'], id['Office']]
    await make('Office', 'Plant')
    expect(await admin.post('/dept/restore', { ids: [line, office] })).toMatchObject({ code: 409 })
    expect(await tree()).toBe('Plant(Workshop Office)')
    await admin.delete('/dept', { ids: [id['Workshop']] })
    expect((await admin.post('/dept/restore', { ids: [line] })).msg).toBe(
      'Cannot restore Line: a record it refers to was deleted. Restore that one first',
    )
  })
})

test('the export has what the filters find, each below its own', async () => {
  const response = await app.app.request('/api/v1/dept/export?deptName=line', {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
  })
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'Department,Belongs to,Level',
    'Plant,,1',
    'Workshop,Plant,2',
    'Line,Workshop,3',
  ])
  expect(await lastEntry()).toMatchObject({ action: 'export', stem: 'department' })
})
