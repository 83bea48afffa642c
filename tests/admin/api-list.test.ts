import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endpointsOf } from '#server/admin/api/endpoints'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { ApiRoute } from '#shared/admin/api'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn(ALL_PERMISSIONS)
})
afterAll(() => app.close())

const list = async (query = ''): Promise<ApiRoute[]> =>
  (await admin.get(`/sys-api?pageSize=1000${query && `&${query}`}`)).data.list
const route = async (action: string, path: string) =>
  (await list(`path=${path}&action=${action}`)).find((one) => one.path === path)!

test('every documented route is listed once, under an id of its own that fits both databases', async () => {
  const routes = await list()
  const documented = endpointsOf(app.app).filter(({ description }) => description.summary)
  expect(routes.map(({ action, path }) => `${action} ${path}`).toSorted()).toEqual(
    documented.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length)
  for (const { id } of routes) expect(id >= 1 && id <= 2_147_483_647).toBe(true)
})

test('an id is made from method and path alone: that of another start is the same', async () => {
  const other = await startApp()
  const { data } = await (await other.signedIn('admin:sysApi:list')).get('/sys-api?pageSize=1000')
  expect(data.list).toEqual(await list())
  await other.close()
})

test('a route tells its resource, its permissions, and whether anyone may call it', async () => {
  expect(await route('DELETE', '/api/v1/role')).toMatchObject({
    handle: 'role',
    module: 'Role',
    title: 'Delete roles',
    type: 'BUS',
    permissions: ['admin:sysRole:remove'],
  })
  expect(await route('POST', '/api/v1/login')).toMatchObject({ type: 'SYS', permissions: [] })
  expect(await route('GET', '/api/v1/getinfo')).toMatchObject({ type: 'BUS', permissions: [] })
})

test.each([
  ['a part of the address, in any letter case', 'path=V1/ROLE-st', ({ path }: ApiRoute) => path.includes('role-st')],
  ['a part of the title', 'title=delete%20ROLES', ({ title }: ApiRoute) => title === 'Delete roles'],
  ['the method, however it is written', 'action=delete', ({ action }: ApiRoute) => action === 'DELETE'],
  ['the type', 'type=SYS', ({ type }: ApiRoute) => type === 'SYS'],
  ['nothing, when the values are empty', 'path=&title=&action=&type=', () => true],
])('it is filtered by %s', async (_what, query, isHit) => {
  const hits = await list(query)
  expect(hits.length).toBeGreaterThan(0)
  expect(hits).toEqual((await list()).filter(isHit))
})

test('in Chinese every route has a Chinese title, and is found by it and by its module', async () => {
  const inChinese = async (query: string): Promise<ApiRoute[]> => {
    const headers = { 'accept-language': 'zh' }
    return (await admin.send('GET', `/sys-api?pageSize=1000${query}`, { headers })).data.list
  }
  const titles = (await inChinese('')).flatMap(({ title, module }) => [title, module])
  expect(titles.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([])
  expect(await inChinese('&title=删除角色')).toMatchObject([{ module: '角色', title: '删除角色', handle: 'role' }])
  expect((await inChinese('&title=岗位')).length).toBeGreaterThan(5)
})

test('it is sorted and paged as other lists are', async () => {
  const { data } = await admin.get('/sys-api?pageSize=10&pageIndex=2&titleOrder=desc')
  const titles = (await list('titleOrder=desc')).map(({ title }) => title)
  expect(data.count).toBe(titles.length)
  expect(data.list.map(({ title }: ApiRoute) => title)).toEqual(titles.slice(10, 20))
  expect(titles).toEqual(titles.toSorted().toReversed())
})

test('a title that an operator gives is shown everywhere, and an empty one goes back to that of the code', async () => {
  const { id } = await route('GET', '/api/v1/role')
  expect(await admin.put(`/sys-api/${id}`, { title: ' 角色列表 ', path: '/else', id: 7 })).toMatchObject({ data: id })
  expect((await admin.get(`/sys-api/${id}`)).data).toMatchObject({ title: '角色列表', path: '/api/v1/role' })
  expect((await list('title=角色列表')).map((one) => one.id)).toEqual([id])
  await admin.put(`/sys-api/${id}`, { title: '' })
  expect((await route('GET', '/api/v1/role')).title).toBe('List roles')
  const { operations } = app.store.t
  const entries = (await app.store.db.select().from(operations).orderBy(operations.id)).filter(
    ({ record }) => record === String(id),
  )
  expect(entries.map(({ action, name, before, after }) => [action, name, before, after])).toEqual([
    ['update', 'GET /api/v1/role', '{"title":"List roles"}', '{"title":"角色列表"}'],
    ['update', 'GET /api/v1/role', '{"title":"角色列表"}', '{"title":"List roles"}'],
  ])
})

test('a route that is not there is not found, and who may only look changes nothing', async () => {
  expect((await admin.get('/sys-api/1')).code).toBe(404)
  expect((await admin.put('/sys-api/1', { title: 'x' })).code).toBe(404)
  const viewer = await app.signedIn('admin:sysApi:list')
  const { id } = await route('GET', '/api/v1/role')
  expect((await viewer.get(`/sys-api/${id}`)).code).toBe(403)
  expect((await viewer.put(`/sys-api/${id}`, { title: 'x' })).code).toBe(403)
})
