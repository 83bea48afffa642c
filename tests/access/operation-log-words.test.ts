import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, gt } from 'drizzle-orm'
import { z } from 'zod'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { adminTexts } from '#shared/i18n/texts/admin'
import { commonTexts } from '#shared/i18n/texts/common'
import { entryTexts } from '#shared/i18n/texts/entry'
import { logTexts } from '#shared/i18n/texts/log'
import { moreTexts } from '#shared/i18n/texts/more'
import { settingKeys, settingOf } from '#shared/access/settings-catalogue'
import { endpointsOf } from '#server/admin/api/endpoints'
import { stepOf } from '#server/access/operation-log/list'
import { declaredFields, nameOfField, unshown } from '../../client/pages/access/operation-log/field-words'
import { inWords } from '../../client/pages/access/operation-log/value-words'
import { loadArea } from '../../client/stores/texts'
import type { T } from '../../client/ui/useText'
import { startApp } from '../support/app'

await loadArea({ zh: () => import('#shared/i18n/zh/log'), en: () => import('#shared/i18n/en/log') })
const app = await startApp()
const boss = await app.signedIn('*:*:*')
const { operations } = app.store.t
afterAll(app.close)

const wordsIn = (locale: Locale) => ((key, values) => text(locale, key, values)) as T // its types are of the keys alone
const t = wordsIn('zh')
const hasWord = (field: string) => unshown.includes(field) || nameOfField(field, t) !== field

/** What a call leaves in the log: its entry as it is listed, and as it is read. */
async function entryOf(call: () => Promise<{ code: number }>, locale: Locale = 'zh') {
  const before = (await app.store.db.select().from(operations).orderBy(asc(operations.id))).at(-1)?.id ?? 0
  await call()
  const [row] = await app.store.db.select().from(operations).where(gt(operations.id, before)).orderBy(operations.id)
  const headers = { 'accept-language': locale }
  const { data } = await boss.send('GET', `/sys-opera-log/${row!.id}`, { headers })
  const { data: page } = await boss.send('GET', '/sys-opera-log?pageSize=100', { headers })
  const listed = page.list.find(({ id }: { id: number }) => id === row!.id)
  const [was, is] = inWords(data.before, data.after, data.stem, wordsIn(locale))
  return { data, listed, was, is }
}

test.each<[stem: string, path: string, step: ReturnType<typeof stepOf>]>([
  ['qc-record', '/qc/value-base/:qcValueBaseId/submit', 'operation.step.submit'],
  ['qc-record', '/qc/value-base/:qcValueBaseId/approve', 'operation.step.approve'],
  ['qc-record', '/qc/value-base/:qcValueBaseId/void', 'operation.step.void'],
  ['qc-signal', '/qc/signal/:signalId/ack', 'operation.step.acknowledge'],
  ['qc-signal', '/qc/signal/:signalId/close', 'operation.step.close'],
  ['qc-qr', '/qc/qr/:code/revoke', 'operation.action.revoke'],
  ['qc-display', '/qc/display/:displayId', 'operation.action.revoke'],
  ['qc-instrument', '/qc/instrument/:instrumentId', 'operation.action.revoke'],
])('a step of %s at %s is told as such', (stem, path, step) => {
  expect(endpointsOf(app.app).map((endpoint) => endpoint.path)).toContain(`/api/v1${path}`)
  const url = `/api/v1${path.replace(/:\w+/, '7')}`
  expect(stepOf({ action: 'status', stem, url })).toBe(step)
  expect(stepOf({ action: 'update', stem, url })).toBeUndefined()
})

describe('every field that is written down has a word, in both languages (S70)', () => {
  test('of settings, which are called by their titles', () => {
    for (const key of settingKeys) expect(nameOfField(key, t)).toBe(text('zh', settingOf(key).title))
  })

  test('of declared resources, by texts that the page of the log loads', () => {
    const loaded = { ...entryTexts, ...commonTexts, ...moreTexts, ...adminTexts, ...logTexts }
    const missing: string[] = []
    const noted = ((key: string) => (key in loaded || missing.push(key), key)) as T // its types are of the keys alone
    for (const [field] of declaredFields) if (!unshown.includes(field)) nameOfField(field, noted)
    expect(missing).toEqual([])
  })

  test('of the filters and orders of exports', () => {
    const exports = endpointsOf(app.app).filter(({ description, path }) => description.file && path.endsWith('/export'))
    expect(exports.length).toBeGreaterThan(8)
    const schemas = exports.flatMap(({ description }) => description.inputs?.map(({ schema }) => schema) ?? [])
    const fields = schemas.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
    expect(fields.length).toBeGreaterThan(40)
    const orders = 'orders' // made of others, and never sent
    expect([...new Set(fields)].filter((field) => field !== orders && !hasWord(field))).toEqual([])
  })
})

describe('an entry reads as people speak', () => {
  const at = '/sys-user'
  let dept: number
  let role: number
  let user: number
  const li = { username: 'lina', nickName: '李娜', sex: '1', status: '2', phone: '', email: '', remark: '' }
  beforeAll(async () => {
    dept = (await boss.post('/dept', { deptName: '质量部', parentId: 0, sort: 1, status: 2 })).data
    role = (await boss.post('/role', { roleName: '检验员', roleKey: 'checker', roleSort: 1, status: '2' })).data
    const made = await boss.post(at, { ...li, password: 'a password of hers', deptId: dept, roleIds: [role] })
    user = made.data
  })

  test('ids by the names that they stand for', async () => {
    const { was, is } = await entryOf(() => boss.put(`${at}/${user}`, { ...li, sex: '0', deptId: null, roleIds: [] }))
    expect(was).toEqual({ sex: '女', deptId: '质量部', roleIds: ['检验员'] })
    expect(is).toEqual({ sex: '男', deptId: null, roleIds: [] })
    await boss.put(`${at}/${user}`, { ...li, deptId: dept, roleIds: [role] })
    const { data } = await boss.get('/sys-opera-log?name=李娜&stem=user&action=update')
    expect(data.list[0]).toMatchObject({ name: '李娜 (lina)', operName: boss.roleKey })
  })

  test('rights that were added and taken away by their titles', async () => {
    const { menus } = app.store.t
    const rows = await app.store.db.select().from(menus)
    const id = (title: string) => rows.find((menu) => menu.title === title)!.menuId
    const change = { roleName: '检验员', roleKey: 'checker', roleSort: 1, status: '2' }
    await boss.put(`/role/${role}`, { ...change, menuIds: [id('岗位管理'), id('查看岗位')] })
    const { was, is } = await entryOf(() =>
      boss.put(`/role/${role}`, { ...change, menuIds: [id('岗位管理'), id('新建岗位')] }),
    )
    expect([was, is]).toEqual([{ menuIds: '去掉：查看岗位' }, { menuIds: '新增：新建岗位' }])
  })

  test('a data scope and its departments in words', async () => {
    const { was, is } = await entryOf(() =>
      boss.put('/roledatascope', { roleId: role, dataScope: '2', deptIds: [dept] }),
    )
    expect(was).toMatchObject({ dataScope: '仅本人' })
    expect(is).toEqual({ dataScope: '指定部门', deptIds: ['质量部'] })
  })

  test.each([
    ['zh', '1', '停用', 'operation.action.disable'],
    ['zh', '2', '启用', 'operation.action.enable'],
    ['en', '1', 'Disabled', 'operation.action.disable'],
  ] as const)('in %s status %s is told as %s', async (locale, status, word, key) => {
    await boss.put('/user/status', { userId: user, status: status === '1' ? '2' : '1' })
    const { listed } = await entryOf(() => boss.put('/user/status', { userId: user, status }), locale)
    expect(listed).toMatchObject({ action: 'status', switchedTo: status })
    expect(text(locale, key)).toBe(word)
  })

  test('a change of the captcha policy, and of another setting, by title and value', async () => {
    const call = () => boss.put('/set-config', [{ configKey: 'sys_login_captcha', configValue: 'always' }])
    const { was, is, listed } = await entryOf(call, 'en')
    expect(listed.name).toBe('Captcha at sign-in')
    expect([was, is]).toEqual([{ sys_login_captcha: 'Default' }, { sys_login_captcha: 'Always' }])
    const {
      was: wasZh,
      is: isZh,
      listed: inChinese,
    } = await entryOf(() => boss.put('/set-config', [{ configKey: 'sys_login_captcha', configValue: '3' }]))
    expect(inChinese.name).toBe('登录验证码')
    expect([wasZh, isZh]).toEqual([{ sys_login_captcha: '总是要求' }, { sys_login_captcha: '失败 3 次后要求' }])
  })

  test('an entry of the menu that was put elsewhere stands under its own name', async () => {
    const post = async (title: string) =>
      (await boss.post('/menu', { menuType: 'M', title, menuName: '', path: `/${title}`, parentId: 0, sort: 90 })).data
    const [first, second] = [await post('first'), await post('second')]
    const { data, was, is } = await entryOf(() => boss.put('/menu-order', { parentId: first, order: [second] }))
    expect(data).toMatchObject({ name: 'second', record: String(second) })
    expect(was).toEqual({ parentId: '最上级', order: [] })
    expect(is).toEqual({ parentId: 'first', order: ['second'] })
  })

  test('several deleted at once, each with its fields and times', async () => {
    const add = async (postCode: string) =>
      (await boss.post('/post', { postName: `岗位${postCode}`, postCode, sort: 1, status: 2, remark: '' }))
        .data as number
    const ids = [await add('one'), await add('two')]
    const { data } = await entryOf(() => boss.delete('/post', { ids }))
    const one = data.before[`岗位one (${ids[0]})`]
    const [was] = inWords(one, null, 'post', t)
    expect(was).toMatchObject({ postCode: 'one', status: '启用', createBy: boss.roleKey })
    expect(was).not.toHaveProperty('postId')
    expect(was!['createdAt']).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  test('a refused attempt keeps what was tried, and on which records', async () => {
    const nobody = await app.signedIn()
    const { listed, data } = await entryOf(() => nobody.delete('/role', { ids: [role] }))
    expect(listed).toMatchObject({ action: 'refused', attempt: '删除角色', record: String(role) })
    expect(data.jsonResult).toBe('没有“删除角色”的权限，请联系管理员')
    const english = await entryOf(() => nobody.get('/sys-user'), 'en')
    expect(english.data.jsonResult).toBe('You lack the permission “Users”. Ask an administrator.')
  })
})
