import { afterAll, expect, test } from 'bun:test'
import { endpointsOf } from '#server/admin/api/endpoints'
import { permissionTags } from '#shared/permission-tags'
import { isAllowed } from '#shared/permissions'
import { menu } from '#seed/access/menu'
import { startApp } from '../support/app'
import { publicRoutes as open } from '../support/public-routes'

/** Any signed-in user may call these about themselves. */
const own = [
  'POST /api/v1/logout',
  'GET /api/v1/getinfo',
  'GET /api/v1/overview',
  'GET /api/v1/start',
  'GET /api/v1/deptTree',
  'GET /api/v1/configKey/:key',
  'GET /api/v1/dict-data/option-select',
  'GET /api/v1/menurole',
  'POST /api/v1/error-log',
  'PUT /api/v1/user/acting-role',
  'GET /api/v1/user/profile',
  'PUT /api/v1/sys-user/profile',
  'PUT /api/v1/user/pwd/set',
  'POST /api/v1/user/avatar',
  'DELETE /api/v1/user/avatar',
  'GET /api/v1/user/session',
  'DELETE /api/v1/user/session',
  'GET /api/v1/user/login-log',
  'GET /api/v1/user/messenger',
  'GET /api/v1/user/messenger/crop-qrcode',
  'POST /api/v1/user/messenger/proposal',
  'POST /api/v1/user/messenger',
  'DELETE /api/v1/user/messenger',
  'GET /api/v1/user/token',
  'GET /api/v1/user/token/scope',
  'POST /api/v1/user/token',
  'DELETE /api/v1/user/token/:tokenId',
  'GET /api/v1/view',
  'POST /api/v1/view',
  'PUT /api/v1/view/:id',
  'DELETE /api/v1/view',
  'PUT /api/v1/view/default',
  'PUT /api/v1/view/columns',
]

const { app, close } = await startApp()
afterAll(close)
const endpoints = endpointsOf(app)
const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every route names a permission, or stands on one of the two lists (S28)', () => {
  const unguarded = endpoints.filter(({ description }) => !description.permissions?.length)
  expect(unguarded.map(name).toSorted()).toEqual([...open, ...own].toSorted())
})

test('what is not open to anyone lies behind authenticate', () => {
  expect(
    endpoints
      .filter(({ isPrivate }) => !isPrivate)
      .map(name)
      .toSorted(),
  ).toEqual([...open].toSorted())
})

test('of what is not behind authenticate but asks for the key of an instrument there is one', () => {
  expect(endpoints.filter(({ description }) => description.isByKey).map(name)).toEqual(['POST /api/v1/qc/measurement'])
})

test('every permission can be granted through the menu, and is asked for by a route', () => {
  const granted = menu.flatMap(({ pages }) =>
    pages.flatMap(({ permission, actions }) => [permission, ...actions.map((action) => action.permission)]),
  )
  const asked = endpoints.flatMap(({ description }) => description.permissions ?? [])
  expect([...new Set(granted)].toSorted()).toEqual([...permissionTags].toSorted())
  expect([...new Set(asked)].toSorted()).toEqual([...permissionTags].toSorted())
})

test('asking for no permission at all is a mistake, not a pass', () => {
  expect(() => isAllowed(['*:*:*'], [])).toThrow('operation permission tag')
})
