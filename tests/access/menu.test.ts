import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { MenuItem } from '#shared/access/menu'
import { startApp, type App } from '../support/app'

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

/** The keys of every entry of a menu, by title. */
const keysIn = (items: readonly MenuItem[]): Record<string, string | undefined> =>
  Object.assign(
    {},
    ...items.map(({ title, titleKeys, children }) => ({ [title]: titleKeys, ...keysIn(children ?? []) })),
  )

async function rename(title: string) {
  const { t, tx } = app.store
  await tx((db) => db.update(t.menus).set({ title }).where(eq(t.menus.path, '/admin/sys-role')))
}

test('a menu entry is found by the pinyin of its title and by its initials, a directory as well as a page', async () => {
  const operator = await app.signedIn('admin:sysRole:list')
  expect(keysIn((await operator.get('/menurole')).data)).toEqual({
    系统管理: 'xitongguanli xtgl',
    角色管理: 'jueseguanli jsgl',
  })
})

test.each([
  ['a character that is read in two ways is read as its neighbours ask', '重庆银行', 'chongqingyinhang cqyh'],
  ['and so it is here', '重量行长', 'zhonglianghangzhang zlhz'],
  ['ü is typed as v', '绿色率', 'lvselv lsl'],
  ['Latin words and digits stay whole, in small letters', 'API 文档 QC-2041', 'apiwendangqc2041 apiwdqc2041'],
  ['full-width letters are typed like the others', 'ＡＢ测试', 'abceshi abcs'],
  ['signs are not typed', '长度/宽度（新）', 'changdukuanduxin cdkdx'],
  ['a title without Chinese has none', 'Roles', undefined],
  ['an empty title has none', '', undefined],
])('%s: %s', async (_what, title, keys) => {
  await rename(title)
  const operator = await app.signedIn('admin:sysRole:list')
  expect(keysIn((await operator.get('/menurole')).data)[title]).toBe(keys)
})

test('an entry that is renamed is found by its new title, and operators who ask at the same time get the same', async () => {
  const operator = await app.signedIn('admin:sysRole:list')
  await operator.get('/menurole')
  await rename('岗位管理')
  const menus = await Promise.all(Array.from({ length: 5 }, () => operator.get('/menurole')))
  for (const { data } of menus) expect(keysIn(data)['岗位管理']).toBe('gangweiguanli gwgl')
})
