import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { MenuItem } from '#shared/access/menu'
import { MASK } from '#shared/access/settings-catalogue'
import { isOwnView } from '#shared/views'
import { statuses } from '#shared/constants'
import { jobRow } from '#server/admin/job/queries'
import { startApp, type Answer, type App } from '../support/app'

/** What an unchanged front end of the API family needs beside HTTP 200, and what stays as it is for all others. */
const ways: [how: string, settings: object, headers: Record<string, string>][] = [
  ['a server set to HTTP 200', { envelopeStatus: '200' }, {}],
  ['a proxy that asks for HTTP 200', { envelopeStatus: 'http' }, { 'x-envelope-status': '200' }],
]

const componentsOf = (items: MenuItem[]): string[] =>
  items.flatMap(({ component, children = [] }) => [component, ...componentsOf(children)])

describe.each(ways)('through %s', (_, settings, headers) => {
  let app: App
  let admin: Family
  beforeAll(async () => {
    app = await startApp({ settings })
    admin = familyOf((await app.signedIn('*:*:*')).token)
  })
  afterAll(() => app.close())

  type Family = ReturnType<typeof familyOf>
  const familyOf = (token: string) => {
    const caller = app.callerWith(token)
    const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
      caller.send(method, path, { headers, ...(body !== undefined && { body }) })
    return { send, get: async (path: string) => (await send('GET', path)).data }
  }

  test('the menu has the pages alone that these front ends know, and no empty directory (F1)', async () => {
    const menu: MenuItem[] = await admin.get('/menurole')
    const components = componentsOf(menu)
    expect(components).toContain('/admin/sys-user/index')
    expect(components.filter(isOwnView)).toEqual([])
    expect(menu.filter(({ children = [] }) => children.length === 0)).toEqual([])
  })

  test('a new user gets an empty menu, chooses a password on the page of the profile, and then gets the menu (F2, S75)', async () => {
    const user = { username: 'new-one', nickName: 'New', password: 'given by somebody', status: '2', roleIds: [] }
    const { list: roles } = await admin.get('/role')
    const viewer = roles.find(({ roleKey }: { roleKey: string }) => roleKey === 'viewer')
    expect((await admin.send('POST', '/sys-user', { ...user, roleIds: [viewer.roleId] })).code).toBe(200)
    const signIn = async (password: string) => {
      const { token } = await app.anyone.send('POST', '/login', { body: { username: 'new-one', password }, headers })
      return familyOf(String(token))
    }
    const newcomer = await signIn('given by somebody')
    expect(await newcomer.send('GET', '/menurole')).toMatchObject({ code: 200, data: [] })
    expect((await newcomer.send('GET', '/role')).code).toBe(403)
    const change = { oldPassword: 'given by somebody', newPassword: 'a password of my own' }
    expect((await newcomer.send('PUT', '/user/pwd/set', change)).code).toBe(200)
    const after = await signIn('a password of my own')
    expect(componentsOf(await after.get('/menurole'))).toContain('/admin/sys-role/index')
  })

  test('the form of the settings has a mask for the first password, which changes nothing and is no password (F3)', async () => {
    expect((await admin.get('/set-config')).sys_user_initPassword).toBe(MASK)
    const sent = [
      { configKey: 'sys_app_name', configValue: 'Works' },
      { configKey: 'sys_user_initPassword', configValue: MASK },
    ]
    expect((await admin.send('PUT', '/set-config', sent)).code).toBe(200)
    expect((await admin.get('/configKey/sys_user_initPassword')).configValue).toBe('')
    const refused = await admin.send('POST', '/sys-user', { username: 'masked', nickName: 'M', password: MASK })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['password']])
  })

  test('a parameter that was made as built in is deleted; one that the product reads is not (F4)', async () => {
    const made = { configName: 'Own', configKey: 'own_value', configValue: '1', configType: 'Y', isFrontend: '1' }
    const { data: id } = await admin.send('POST', '/config', made)
    expect((await admin.send('DELETE', '/config', { ids: [id] })).code).toBe(200)
    const { list } = await admin.get('/config?configKey=sys_app_name')
    expect((await admin.send('DELETE', '/config', { ids: [list[0].id] })).code).toBe(409)
  })

  test('who creates users reads the lists that the form chooses from, and nothing else of them (F5)', async () => {
    const manager = familyOf((await app.signedIn('admin:sysUser:list', 'admin:sysUser:add')).token)
    for (const path of ['/post', '/role']) expect((await manager.send('GET', path)).code).toBe(200)
    for (const path of ['/post/1', '/role/1', '/post/export']) expect((await manager.send('GET', path)).code).toBe(403)
    expect((await manager.send('POST', '/role', { roleName: 'x', roleKey: 'x' })).code).toBe(403)
  })

  test('a stopped job is one to be started, and stays stopped when its form is saved (F6)', async () => {
    const job = { jobName: 'Nightly', invokeTarget: 'statistics', cronExpression: '30 3 * * 0' }
    const { data: jobId } = await admin.send('POST', '/sysjob', { ...job, status: 2 })
    await admin.send('GET', `/job/remove/${jobId}`)
    const shown = async () =>
      (await admin.get('/sysjob?pageSize=100')).list.find((row: { jobId: number }) => row.jobId === jobId)
    const stored = async () => (await jobRow(app.store, jobId))?.status
    expect(await shown()).toMatchObject({ status: 2, entry_id: 0 })
    await admin.send('PUT', '/sysjob', { ...job, jobId, jobName: 'Nightly, renamed', status: 2 })
    expect(await admin.get(`/sysjob/${jobId}`)).toMatchObject({ jobName: 'Nightly, renamed', status: 2, entryId: 0 })
    expect(await stored()).toBe(statuses.off)
    await admin.send('GET', `/job/start/${jobId}`)
    expect(await stored()).toBe(statuses.on)
    await admin.send('PUT', '/sysjob', { ...job, jobId, status: 1 })
    expect(await stored()).toBe(statuses.off)
  })

  test('who may update roles has the tag that the button asks for as well (F7)', async () => {
    const editor = familyOf((await app.signedIn('admin:sysRole:update')).token)
    const { permissions } = await editor.get('/getinfo')
    expect(permissions.filter((tag: string) => /:(edit|update)$/.test(tag))).toEqual([
      'admin:sysRole:update',
      'admin:sysRole:edit',
    ])
  })

  test('user and product have a picture below a path that proxies pass on (F9)', async () => {
    const { avatar } = await admin.get('/getinfo')
    const { sys_app_logo: logo } = await admin.get('/app-config')
    for (const path of [avatar, logo]) {
      expect(path).toStartWith('/static/uploadfile/')
      const picture = await app.app.request(path)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    }
    const shapes = (svg: string) => svg.match(/ (d|r|cx|cy|fill)="[^"]*"/g)
    expect(shapes(await (await app.app.request(logo)).text())).toEqual(
      shapes(readFileSync('client/public/logo.svg', 'utf8')),
    )
  })

  test('the own profile is saved without an id, and a password there is not stored (F11)', async () => {
    const somebody = familyOf((await app.signedIn('admin:sysRole:list')).token)
    const profile = { nickName: 'Own name', sex: '0', phone: '', email: '', password: 'not stored' }
    expect((await somebody.send('PUT', '/sys-user', profile)).code).toBe(200)
    expect((await somebody.get('/getinfo')).name).toBe('Own name')
  })
})

test('everybody else gets the whole menu, no mask, and the tags as they are', async () => {
  const app = await startApp({ settings: { envelopeStatus: 'http' } })
  const admin = await app.signedIn('*:*:*')
  expect(componentsOf((await admin.get('/menurole')).data).filter(isOwnView)).not.toEqual([])
  expect((await admin.get('/set-config')).data.sys_user_initPassword).toBe('')
  expect((await admin.get('/getinfo')).data.avatar).toBe('')
  const editor = await app.signedIn('admin:sysRole:update')
  expect((await editor.get('/getinfo')).data.permissions).not.toContain('admin:sysRole:edit')
  await app.close()
})
