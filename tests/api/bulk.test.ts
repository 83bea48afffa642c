import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { BulkResult } from '#shared/list/bulk'
import { bulkFields } from '#shared/resource'
import { resources } from '#shared/resources'
import { startApp } from '../support/app'
import { withScope } from '../support/qc/plant'

const app = await startApp()
afterAll(app.close)
const boss = await app.signedIn('*:*:*')
const { store } = app
const password = 'correct-horse-battery-staple'

type Row = { id: number; updatedAt: string; [field: string]: unknown }
let made = 0
let posts: Row[]

const read = async (path: string, id: number): Promise<Row> => ({ ...(await boss.get(`${path}/${id}`)).data, id })
const post = (id: number) => read('/post', id)
const change = (rows: Row[], fields: object) => rows.map(({ id, updatedAt }) => ({ id, updatedAt, fields }))

beforeEach(async () => {
  posts = []
  for (const postName of ['One', 'Two', 'Three']) {
    const { data } = await boss.post('/post', { postName, postCode: `bulk-${(made += 1)}`, sort: made, status: '2' })
    posts.push(await post(data))
  }
})

describe('a bulk change', () => {
  test('changes all rows in one call, each with its entry in the operation log (S69)', async () => {
    const { code, data } = await boss.put('/post/bulk', { rows: change(posts, { status: '1' }) })
    expect(code).toBe(200)
    const result = data as BulkResult
    expect(result.skipped).toEqual([])
    for (const [index, { id, updatedAt }] of result.changed.entries()) {
      const now = await post(id)
      expect(now).toEqual({ ...posts[index]!, status: 1, updatedAt })
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(posts[index]!.updatedAt))
    }
    const { operations } = store.t
    const entries = await store.db
      .select()
      .from(operations)
      .where(eq(operations.stem, 'post'))
      .orderBy(desc(operations.id))
      .limit(3)
    expect(entries.map(({ action, record, after }) => [action, record, JSON.parse(after)]).toReversed()).toEqual(
      posts.map(({ id }) => ['update', String(id), { status: '1' }]),
    )
  })

  test.each([
    ['to another value', { status: '1' }],
    ['to the value that they were to get', { sort: 77 }],
    ['in another field', { remark: 'changed' }],
  ])('names the rows that somebody else has changed meanwhile %s, and changes none (S47)', async (_, other) => {
    const [first, second, third] = posts as [Row, Row, Row]
    await boss.put(`/post/${second.id}`, other)
    const before = await Promise.all(posts.map(({ id }) => post(id)))
    const answer = await boss.put('/post/bulk', { rows: change([first, second, third], { sort: 77 }) })
    expect(answer.code).toBe(409)
    expect(answer.msg).toContain('Two')
    expect(answer.msg).not.toContain('One')
    expect(await Promise.all(posts.map(({ id }) => post(id)))).toEqual(before)
  })

  test('is undone for the rows that are unchanged since, each to its own value; others are told', async () => {
    const { data } = await boss.put('/post/bulk', { rows: change(posts, { sort: 500 }) })
    const [, second, third] = posts as [Row, Row, Row]
    await boss.put(`/post/${second.id}`, { sort: 600 })
    await boss.delete('/post', { ids: [third.id] })
    const rows = (data as BulkResult).changed.map((row, index) => ({ ...row, fields: { sort: posts[index]!['sort'] } }))
    const undone = await boss.put('/post/bulk', { rows, onlyUnchanged: true })
    expect(undone).toMatchObject({
      code: 200,
      data: { changed: [{ id: posts[0]!.id }], skipped: [second.id, third.id] },
    })
    expect(await post(posts[0]!.id)).toMatchObject({ sort: posts[0]!['sort'] })
    expect(await post(second.id)).toMatchObject({ sort: 600 })
  })

  test.each([
    ['a field that may not be changed so', { postName: 'x' }],
    ['a wrong value', { sort: -1 }],
    ['no field at all', {}],
  ])('is refused with %s', async (_, fields) => {
    expect((await boss.put('/post/bulk', { rows: change(posts, fields) })).code).toBe(400)
    expect(await post(posts[0]!.id)).toEqual(posts[0]!)
  })

  test('is refused for a row twice, for too many rows, and for rows that are not there', async () => {
    const [first] = posts as [Row]
    expect((await boss.put('/post/bulk', { rows: change([first, first], { sort: 1 }) })).code).toBe(400)
    const many = Array.from({ length: 201 }, (_, id) => ({ ...first, id: id + 1 }))
    expect((await boss.put('/post/bulk', { rows: change(many, { sort: 1 }) })).code).toBe(400)
    expect((await boss.put('/post/bulk', { rows: change([first, { ...first, id: 4711 }], { sort: 1 }) })).code).toBe(
      404,
    )
    expect(await post(first.id)).toEqual(first)
  })

  test('needs the permission to change a record (S28)', async () => {
    const reader = await app.signedIn('admin:sysPost:list', 'admin:sysPost:query')
    expect((await reader.put('/post/bulk', { rows: change(posts, { sort: 1 }) })).code).toBe(403)
  })
})

describe('the rules of a resource hold for each row', () => {
  const user = async (username: string, more: object = {}) => {
    const { data } = await boss.post('/sys-user', { username, nickName: username, status: '2', password, ...more })
    return read('/sys-user', data)
  }

  test('nobody disables themselves among others (S38)', async () => {
    const other = await user('bulk-other')
    const oneself = await read('/sys-user', boss.userId)
    const answer = await boss.put('/sys-user/bulk', { rows: change([other, oneself], { status: '1' }) })
    expect(answer.code).toBe(403)
    expect(await read('/sys-user', other.id)).toMatchObject({ status: '2' })
  })

  test('whoever does not see a row changes none, and is not told that it was changed meanwhile (S33)', async () => {
    const place = async (deptName: string) =>
      (await boss.post('/dept', { parentId: 0, deptName, sort: 1 })).data as number
    const [near, far] = [await place('bulk near'), await place('bulk far')]
    const [seen, unseen] = [await user('bulk-seen', { deptId: near }), await user('bulk-unseen', { deptId: far })]
    const clerk = await withScope(app, await app.signedIn('admin:sysUser:edit', 'admin:sysUser:list'), '3', near)
    await boss.put(`/sys-user/${unseen.id}`, { remark: 'changed' })
    const answer = await clerk.put('/sys-user/bulk', { rows: change([seen, unseen], { status: '1' }) })
    expect(answer.code).toBe(404)
    expect(answer.msg).not.toContain('bulk-unseen')
    expect((await clerk.put('/sys-user/bulk', { rows: change([seen], { deptId: far }) })).code).toBe(403)
    expect((await clerk.put('/sys-user/bulk', { rows: change([seen], { status: '1' }) })).code).toBe(200)
  })

  test('the role of the administrator stays enabled, and the others with it', async () => {
    const { data } = await boss.get('/role')
    const rows: Row[] = data.list.map((role: { roleId: number }) => ({ ...role, id: role.roleId }))
    expect((await boss.put('/role/bulk', { rows: change(rows, { status: '1' }) })).code).toBe(403)
    expect((await boss.get('/role?status=1')).data.count).toBe(0)
  })

  test('changes of quality control stand in the audit trail, a row each', async () => {
    const rows: Row[] = []
    for (const code of ['bulk-a', 'bulk-b']) {
      const { data } = await boss.post('/qc/product', { code, name: code, tz: 'Asia/Shanghai', status: 2, sort: 1 })
      rows.push(await read('/qc/product', data))
    }
    expect((await boss.put('/qc/product/bulk', { rows: change(rows, { status: '1' }) })).code).toBe(200)
    const trail = await boss.get('/qc/audit?entity=product&action=update')
    const changed = new Set(trail.data.list.map(({ entityId }: { entityId: number }) => entityId))
    for (const { id } of rows) expect(changed).toContain(id)
  })
})

test('every declared field of a bulk change is one of a change', () => {
  expect(
    resources
      .filter((resource) => bulkFields(resource).length > 0)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['dict-data', 'dict-type', 'post', 'qc-equipment', 'qc-notification-rule', 'qc-product', 'role', 'user'])
})

test.each(resources.filter((resource) => bulkFields(resource).length > 0).map(({ name, path }) => [name, path]))(
  'a resource with fields for it has the route: %s',
  async (_, path) => {
    expect((await boss.put(`${path}/bulk`, { rows: [] })).errors).toEqual({ rows: expect.any(String) })
  },
)

test('200 rows are changed at once', async () => {
  const rows: Row[] = []
  const stamps = { createdAt: 1, updatedAt: 1 }
  const values = Array.from({ length: 200 }, (_, index) => ({
    postName: `Many ${index}`,
    postCode: `many-${index}`,
    sort: index,
    status: '2' as const,
    ...stamps,
  }))
  await store.tx(async (db) => {
    for (const row of await db.insert(store.t.posts).values(values).returning()) {
      rows.push({ id: row.postId, updatedAt: new Date(row.updatedAt).toISOString() })
    }
  })
  const { data } = await boss.put('/post/bulk', { rows: change(rows, { status: '1', sort: 9 }) })
  expect(data.changed.length).toBe(200)
})
