import type { Locator, Page } from '@playwright/test'
import type { Role } from '#shared/access/role'
import { apiOf, uniqueKey } from '../support/api'
import { keepSettings } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** `undefined` leaves the field as it is. */
type Row = [field: string, input: string | undefined, fault: string]

type Form = {
  path: string
  /** Opens it; left out where the page is the form. */
  open?: (page: Page, word: string) => Promise<void>
  /** What `open` is told, and the part of the page that is the form; Chinese and English. */
  word?: [zh: string, en: string]
  region?: [zh: string, en: string]
  /** Its button; without one it is saved from the keyboard. */
  save?: [zh: string, en: string]
  /** What makes it good enough to be sent, were it not for the one field that is not. */
  good?: Record<string, string>
  rows: Row[]
  /** The same in English: about the first field, as others are empty here. */
  english: Row
}

const create = (page: Page, word: string) =>
  page.getByRole('main').getByRole('button', { name: word, exact: true }).first().click()
const edit = (page: Page, word: string) => page.getByRole('button', { name: word }).first().click()
async function choose(page: Page, entry: string) {
  await page
    .getByRole('button', { name: /的更多操作|^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const long = (count: number) => 'x'.repeat(count + 1)
const sorted = (field: string): Row[] => [
  [field, '1.5', '请填写整数'],
  [field, '10000', '不能大于 9999'],
]

const pages: Record<string, Form[]> = {
  users: [
    {
      path: '/admin/sys-user',
      open: create,
      word: ['新建用户', 'New user'],
      save: ['创建用户', 'Create user'],
      good: { 账号: 'grinder', 姓名: '磨工', 初始密码: 'orange-lamp-forest' },
      rows: [
        ['账号', '', '必填'],
        ['账号', 'x', '至少 2 个字符'],
        ['账号', 'a b', '账号只能包含汉字、字母、数字和 . _ - @'],
        ['账号', long(64), '最多 64 个字符'],
        ['姓名', '   ', '必填'],
        ['姓名', long(64), '最多 64 个字符'],
        ['手机号', '12345', '请填写 11 位手机号码'],
        ['邮箱', 'a@', '请填写正确的邮箱地址'],
        ['初始密码', '', '密码至少 8 个字符'],
        ['初始密码', 'aaaaaaaaaa', '密码不能是同一个字符的重复'],
        ['初始密码', 'grinder2026', '密码不能是账号、产品等名称'],
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['User name', 'a b', 'Letters, digits and . _ - @ only'],
    },
    {
      path: '/admin/sys-user?keyword=viewer',
      open: choose,
      word: ['重置密码', 'Reset password'],
      save: ['重置密码', 'Reset password'],
      rows: [
        ['新密码', '', '密码至少 8 个字符'],
        ['新密码', 'viewer2026', '密码不能是账号、产品等名称'],
        ['新密码', long(128), '密码最多 128 个字符'],
      ],
      english: ['New password', 'short', 'At least 8 characters'],
    },
  ],
  roles: [
    {
      path: '/admin/sys-role',
      open: create,
      word: ['新建角色', 'New role'],
      save: ['创建角色', 'Create role'],
      good: { 角色名称: '夜班', 权限字符: 'night-shift' },
      rows: [
        ['角色名称', '', '必填'],
        ['角色名称', '   ', '必填'],
        ['角色名称', long(64), '最多 64 个字符'],
        ['权限字符', '', '必填'],
        ['权限字符', '9x', '以字母开头，只能包含字母、数字、- 和 _'],
        ['权限字符', '检验', '以字母开头，只能包含字母、数字、- 和 _'],
        ...sorted('显示顺序'),
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['Role name', long(64), 'At most 64 characters'],
    },
  ],
  departments: [
    {
      path: '/admin/sys-dept',
      open: create,
      word: ['新建部门', 'New department'],
      save: ['创建部门', 'Create department'],
      good: { 部门名称: '三车间' },
      rows: [
        ['部门名称', '', '必填'],
        ['部门名称', long(64), '最多 64 个字符'],
        ['负责人', long(64), '最多 64 个字符'],
        ['联系电话', '12345', '请填写电话号码'],
        ['邮箱', 'a@', '请填写正确的邮箱地址'],
        ...sorted('显示顺序'),
      ],
      english: ['Department', '', 'Required'],
    },
  ],
  posts: [
    {
      path: '/admin/sys-post',
      open: create,
      word: ['新建岗位', 'New post'],
      save: ['创建岗位', 'Create post'],
      good: { 岗位名称: '磨工', 岗位编码: 'grinder' },
      rows: [
        ['岗位名称', ' ', '必填'],
        ['岗位编码', '', '必填'],
        ['岗位编码', '-x', '以字母或数字开头，只能包含字母、数字、- 和 _'],
        ...sorted('显示顺序'),
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['Post', '', 'Required'],
    },
  ],
  menus: [
    {
      path: '/admin/sys-menu',
      open: create,
      word: ['新建菜单', 'New menu entry'],
      save: ['创建菜单', 'Create menu entry'],
      good: { 菜单名称: '量具', 路径: '/gauges', 路由名称: 'Gauges', 页面组件: '/admin/sys-api/index' },
      rows: [
        ['页面组件', undefined, '必填'],
        ['菜单名称', '', '必填'],
        ['菜单名称', long(64), '最多 64 个字符'],
        ['英文名称', long(64), '最多 64 个字符'],
        ['路径', '', '必填'],
        ['路径', 'javascript:alert(1)', '只能是站内路径，或以 http://、https:// 开头的网址'],
        ['路由名称', '', '必填'],
        ['路由名称', '9x', '以字母开头，只能包含字母、数字、- 和 _'],
        ...sorted('显示顺序'),
      ],
      english: ['Title', '', 'Required'],
    },
  ],
  dictionaries: [
    {
      path: '/admin/dict',
      open: create,
      word: ['新建字典', 'New dictionary'],
      save: ['创建字典', 'Create dictionary'],
      good: { 字典名称: '班次', 字典类型: 'qc_shift' },
      rows: [
        ['字典名称', '', '必填'],
        ['字典类型', '', '必填'],
        ['字典类型', 'a-b', '以字母开头，只能包含字母、数字和 _'],
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['Dictionary name', long(64), 'At most 64 characters'],
    },
    {
      path: '/admin/dict/data/1',
      open: create,
      word: ['新建数据', 'New entry'],
      save: ['创建数据', 'Create entry'],
      good: { 标签: '早班', 键值: 'early' },
      rows: [
        ['标签', '', '必填'],
        ['标签', long(128), '最多 128 个字符'],
        ['键值', '', '必填'],
        ...sorted('显示顺序'),
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['Label', '', 'Required'],
    },
  ],
  parameters: [
    {
      path: '/admin/sys-config',
      open: create,
      word: ['新建参数', 'New parameter'],
      save: ['创建参数', 'Create parameter'],
      good: { 参数名称: '产线', 参数键名: 'qc_line' },
      rows: [
        ['参数名称', '', '必填'],
        ['参数键名', '', '必填'],
        ['参数键名', '9x', '以字母开头，只能包含字母、数字、点、- 和 _'],
        ['参数值', long(4000), '最多 4000 个字符'],
        ['备注', long(255), '最多 255 个字符'],
      ],
      english: ['Parameter name', '', 'Required'],
    },
  ],
  'system settings': [
    {
      path: '/admin/sys-config/set',
      region: ['名称和标志', 'Name and logo'],
      rows: [['系统名称', long(40), '最多 40 个字符']],
      english: ['Name of the system', long(40), 'At most 40 characters'],
    },
    {
      path: '/admin/sys-config/set',
      region: ['登录和会话', 'Signing in and sessions'],
      rows: [
        ['密码最少字符数', '7', '不能小于 8'],
        ['密码最少字符数', 'ten', '请填写整数'],
        ['会话空闲时间（分钟）', '1441', '不能大于 1440'],
        ['会话最长时间（分钟）', '29', '不能小于 30'],
      ],
      english: ['Minimum password length', 'ten', 'Enter a whole number'],
    },
    {
      path: '/admin/sys-config/set',
      region: ['数据保留', 'Retention'],
      rows: [
        ['登录日志保留（天）', '29', '不能小于 30'],
        ['操作日志保留（天）', '1.5', '请填写整数'],
        ['回收站保留（天）', '3651', '不能大于 3650'],
      ],
      english: ['Sign-in log kept (days)', '29', 'Not less than 30'],
    },
  ],
  'titles of routes': [
    {
      path: '/admin/sys-api',
      open: edit,
      word: ['修改', 'Edit'],
      save: ['保存名称', 'Save title'],
      rows: [['接口名称', long(128), '最多 128 个字符']],
      english: ['Title', long(128), 'At most 128 characters'],
    },
  ],
  jobs: [
    {
      path: '/schedule',
      open: create,
      word: ['新建任务', 'New job'],
      save: ['创建任务', 'Create job'],
      good: { 任务名称: '每周备份' },
      rows: [
        ['任务名称', '', '必填'],
        ['任务名称', long(64), '最多 64 个字符'],
        ['保留份数', '0', '请输入 1 到 999 的整数，或留空'],
        ['Cron 表达式', '', '无法识别的 cron 表达式'],
        ['Cron 表达式', '每天晚上', '无法识别的 cron 表达式'],
        ['Cron 表达式', '* * * * * *', '最多每分钟运行一次'],
      ],
      english: ['Job', '', 'Required'],
    },
  ],
}

const isPick = (control: Locator) => control.evaluate((element) => element instanceof HTMLSelectElement)

async function enter(control: Locator, input: string) {
  if (await isPick(control)) await control.selectOption(input)
  else await control.fill(input)
}

/** The form on a page that has just been opened, in one of the two languages. */
async function openForm(page: Page, { path, open, word, region }: Form, language: 0 | 1) {
  const isThere = !open && page.url().endsWith(path)
  if (!isThere) await page.goto(path)
  await open?.(page, word?.[language] ?? '')
  return region ? page.getByRole('region', { name: region[language] }) : page.getByRole('dialog')
}

/** Enters what is wrong, and sees it told where it was entered. */
const expectFault = (form: Locator, save: string | undefined, [field, input, fault]: Row) =>
  test.step(`${field}: ${input?.slice(0, 20) ?? 'nothing chosen'}`, async () => {
    const control = form.getByLabel(field).first()
    if (input !== undefined) await enter(control, input)
    if (save) await form.getByRole('button', { name: save, exact: true }).click()
    else await control.press('Control+Enter')
    await expect(control).toHaveAccessibleDescription(startsWith(fault))
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await expect(control).toBeFocused()
  })

const startsWith = (text: string) => new RegExp(`^${RegExp.escape(text)}`)

/** What goes out besides questions. */
function watchWrites(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`))
  return sent
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test.describe('bad input is told at its field in the language chosen, and nothing is sent', () => {
  for (const [what, forms] of Object.entries(pages)) {
    test(what, async ({ page }) => {
      const sent = watchWrites(page)
      for (const form of forms) {
        const { save, good = {}, rows } = form
        const opened = await openForm(page, form, 0)
        const untouched = rows.filter(([, input]) => input === undefined).map(([field]) => field)
        for (const [field, input] of Object.entries(good)) {
          if (!untouched.includes(field)) await enter(opened.getByLabel(field).first(), input)
        }
        for (const row of rows) {
          const control = opened.getByLabel(row[0]).first()
          const before = good[row[0]] ?? (await control.inputValue())
          await expectFault(opened, save?.[0], row)
          await enter(control, before)
        }
      }
      await page.goto('/logo.svg') // away, also for forms that stand on the page they begin with
      await keepSettings(page, { locale: 'en' })
      for (const form of forms) await expectFault(await openForm(page, form, 1), form.save?.[1], form.english)
      expect(sent).toEqual([])
    })
  }
})

test.describe('as well when the server has a say', () => {
  test.use({ expectedErrors: [/status of 40[03]/] })

  test('the own password, at the first sign-in', async ({ page, request, account }) => {
    const admin = apiOf(request, await beSignedIn(page, account('admin')))
    const [viewer]: Role[] = await admin.roles('访客')
    const made = { username: uniqueKey(), nickName: '新来的', password: 'orange-lamp-forest' }
    await admin.call('POST', '/sys-user', { ...made, roleIds: [viewer?.roleId] })
    await beSignedIn(page, made)
    const sent = watchWrites(page)
    const form = page.getByRole('main')
    await page.goto('/')
    await form.getByLabel('当前密码').fill(made.password)
    await form.getByLabel(/^新密码/).fill('forest-lamp-orange')
    await expectFault(form, '修改密码', ['再次输入新密码', '', '必填'])
    await expectFault(form, '修改密码', ['再次输入新密码', 'forest', '两次输入的新密码不一样'])
    await keepSettings(page, { locale: 'en' })
    await page.reload()
    await expectFault(form, 'Change password', ['Current password', '', 'Required'])
    expect(sent).toEqual([])
  })

  test('a data scope without departments is told by the server in English as well, and is not kept', async ({
    page,
  }) => {
    const scope = page.getByRole('row').filter({ hasText: 'Wall screen' }).locator('[data-column=dataScope]')
    await keepSettings(page, { locale: 'en' })
    await page.goto('/admin/sys-role?roleName=大屏')
    const before = await scope.textContent()
    await choose(page, 'Data scope')
    await page.getByRole('radio', { name: 'Chosen departments' }).check()
    await page.getByRole('button', { name: 'Save data scope' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Choose at least one department')
    await page.reload()
    await expect(scope).toHaveText(before ?? '')
  })
})
