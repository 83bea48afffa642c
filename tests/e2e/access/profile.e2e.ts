import type { APIRequestContext, Page } from '@playwright/test'
import type { CurrentUser } from '#shared/access/operator'
import { expectAccessible } from '../support/accessible'
import { comeBackTo, sessionOver } from '../support/ended'
import { keepSettings, looks } from '../support/looks'
import { answerWith } from '../support/menu'
import { coloursAt, heldSideways, twoColours } from '../support/picture'
import type { Account, Server } from '../support/server'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const PROFILE = '/profile/index'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile'

const fact = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const accountMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /账号菜单|管理员|检验员|小李/ })
const question = (page: Page) => page.getByRole('alertdialog')
const fileInput = (page: Page) => page.locator('input[type=file]')
const crop = (page: Page) => page.getByRole('dialog', { name: /^(调整头像|Adjust the picture)$/ })

/** Tries to sign in from another device, past the browser. Returns its token, if there is one. */
async function attempt(request: APIRequestContext, { username, password }: Account, userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const answer = await request.post('/api/v1/login', { headers, data: { username, password } })
  const { token = '' }: { token?: string } = await answer.json()
  return token
}

test('个人中心 (spec §2) shows who is signed in: account, roles in words, permissions', async ({ page, account }) => {
  const people: [username: string, name: string, role: string, permissions: string][] = [
    ['admin', '管理员', '系统管理员', '拥有全部权限。'],
    [
      'inspector',
      '检验员小李',
      '检验员',
      '质检记录查看列表、新建、修改和提交质检分析查看列表异常信号查看列表和确认批次查看列表和冻结二维码标签查看列表和打印',
    ],
    ['approver', '批准人老王', '检验员和批准人', '角色管理查看列表、查看详情、新建和修改'],
    ['viewer', '访客', '访客', '角色管理查看列表和查看详情'],
  ]
  for (const [username, name, role, permissions] of people) {
    await beSignedIn(page, account(username))
    await page.goto(PROFILE)
    await expect(page.getByRole('heading', { level: 1, name: '个人中心' })).toBeVisible()
    await expect(page).toHaveTitle('个人中心 - Caliper 质检')
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
    await expect(fact(page, '账号')).toHaveText(username)
    await expect(fact(page, '角色')).toHaveText(role)
    await expect(section(page, '我的权限')).toContainText(permissions)
    await page.goto('/logo.svg') // else this page would go on asking, with the token of the next
  }
})

test('the last sign-in is told as long ago, with the full time on pointing at it (spec §9)', async ({
  page,
  account,
}) => {
  await page.clock.install({ time: Date.now() + 5 * 60_000 + 20_000 }) // whatever takes longer, this or to sign in
  await beSignedIn(page, account('viewer'))
  await beSignedIn(page, account('viewer'))
  await page.goto(PROFILE)
  await expect(fact(page, '上次登录')).toHaveText('5分钟前')
  await fact(page, '上次登录').locator('time').hover()
  await page.clock.fastForward(1000)
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await page.clock.fastForward(60_000)
  await expect(fact(page, '上次登录')).toHaveText('6分钟前')
})

test('the picture is asked for at 80 × 80; the first letter stands for one that is not there (spec §2)', async ({
  page,
  account,
}) => {
  await beSignedIn(page, account('viewer'))
  await page.route('**/api/v1/getinfo', (route) =>
    answerWith(route, (user: CurrentUser) => ({ ...user, avatar: 'pictures/me.svg' })),
  )
  const asked: string[] = []
  let isThere = true
  await page.route(/\/pictures\/me\.svg/, (route) => {
    asked.push(route.request().url())
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"/>'
    return isThere ? route.fulfill({ contentType: 'image/svg+xml', body }) : route.fulfill({ contentType: 'text/html' })
  })
  await page.goto(PROFILE)
  const picture = page.getByRole('main').locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([80, 80])
  expect(new URL(asked[0] ?? '').search).toBe('?imageView2/1/w/80/h/80')

  isThere = false
  await page.goto(PROFILE)
  await expect(page.getByRole('main').getByText('访', { exact: true })).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test.describe('when the server does not tell', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('each section says so in its place, and can ask again', async ({ page, account }) => {
    await beSignedIn(page, account('viewer'))
    for (const path of ['overview', 'user/profile', 'user/session', 'user/login-log*']) {
      await page.route(`**/api/v1/${path}`, (route) =>
        route.fulfill({ status: 500, json: { requestId: 'request-of-the-test', code: 500, msg: '服务器内部错误' } }),
      )
    }
    await page.goto(PROFILE)
    const names = ['账号信息', '基本资料', '我的会话', '登录记录']
    for (const name of names) {
      await expect(section(page, name).getByRole('alert')).toContainText('请求编号 request-of-the-test')
    }
    await page.unrouteAll()
    for (const name of names.filter((one) => one !== '基本资料')) {
      await section(page, name).getByRole('button', { name: '重试' }).click() // own data comes with the account
    }
    await expect(page.getByRole('alert').filter({ hasText: '请求编号' })).toHaveCount(0)
    await expect(fact(page, '账号')).toHaveText('viewer')
    await expect(section(page, '基本资料').getByLabel('姓名')).toHaveValue('访客')
  })
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 40[03]/] }) // without the password, and with a wrong one

  test('own data: a fault is told at its field, what is unsaved marks the tab, and a saved name is in the navbar', async ({
    page,
    account,
  }) => {
    await beSignedIn(page, account('inspector'))
    await page.goto(PROFILE)
    const data = section(page, '基本资料')
    const tab = page.getByRole('tab', { name: '个人中心' })
    const save = data.getByRole('button', { name: '保存资料' })
    const ownPassword = data.locator('input[type=password]')
    await expect(data.getByLabel('姓名')).toHaveValue('检验员小李')
    await data.getByLabel('姓名').fill(' 小李二 ')
    await data.getByLabel('手机号').fill('1380013800')
    await data.getByLabel('邮箱').fill('li@')
    await expect(data.getByText('有未保存的更改')).toBeVisible()
    await expect(tab).toContainText('（未保存）')
    await save.click()
    await expect(data.getByLabel('手机号')).toHaveAccessibleDescription(/手机号/)
    await expect(data.getByLabel('手机号')).toBeFocused()
    await expect(data.getByLabel('邮箱')).toHaveAttribute('aria-invalid', 'true')

    await data.getByLabel('手机号').fill('+86 138 0013 8000')
    await expect(data.getByLabel('手机号')).toHaveAccessibleDescription('请填写 11 位手机号码')
    await data.getByLabel('手机号').fill('138 0013-8000')
    await data.getByLabel('邮箱').fill('li@example.com')
    await data.getByLabel('性别').selectOption('女')
    await data.getByLabel('简介').fill('二车间')
    await data.getByLabel('简介').press('Control+Enter')
    await expect(ownPassword).toHaveAccessibleDescription(/需要输入登录密码/)
    await ownPassword.fill('not this one')
    await save.click()
    await expect(ownPassword).toHaveAccessibleDescription(/密码不正确/)
    await ownPassword.fill(account('inspector').password)
    await save.click()
    await expect(accountMenu(page)).toContainText('小李二')
    await expect(ownPassword).toHaveCount(0)
    await expect(section(page, '账号信息')).toContainText('二车间')
    await expect(data.getByText('有未保存的更改')).toHaveCount(0)
    await expect(data.getByRole('status')).toHaveText('已保存')
    await expect(data.getByLabel('手机号')).toHaveValue('13800138000')
    await expect(tab).not.toContainText('（未保存）')

    await page.reload()
    await expect(data.getByLabel('姓名')).toHaveValue('小李二')
    await expect(data.getByLabel('手机号')).toHaveValue('13800138000')
    await expect(data.getByLabel('邮箱')).toHaveValue('li@example.com')
    await expect(data.getByLabel('性别').locator('option:checked')).toHaveText('女')
    const edge = async () => {
      const { x = 0, width = 0 } = (await save.boundingBox()) ?? {}
      return x + width
    }
    const before = await edge()
    await data.getByLabel('邮箱').fill('')
    await expect(data.getByRole('button', { name: '放弃' })).toBeVisible()
    expect(await edge()).toBe(before) // the button stays where it is
    await data.getByRole('button', { name: '放弃' }).press('Enter')
    await expect(data.getByRole('heading')).toBeFocused()
    await expect(data.getByLabel('邮箱')).toHaveValue('li@example.com')
    await expect(data.getByRole('button', { name: '放弃' })).toHaveCount(0)

    await data.getByLabel('姓名').fill('检验员小李') // as it was, for the tests to come
    await data.getByLabel('简介').fill('')
    await save.click()
    await expect(accountMenu(page)).toContainText('检验员小李')
  })
})

test('the avatar is cut by keyboard from a picture that was held sideways, shown at once, and removed', async ({
  page,
  account,
}) => {
  await beSignedIn(page, account('inspector'))
  await page.goto(PROFILE)
  const pictures = page.locator('.avatar:is(img)') // in the navbar, and on the page
  await expect(section(page, '账号信息').getByRole('button', { name: '更换头像' })).toBeVisible()
  await expect(pictures).toHaveCount(0)

  // Shown turned, it is wide: blue on the left, red on the right.
  const buffer = heldSideways(await twoColours(page, { width: 300, height: 600 }))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '更换头像' }).press('Enter')
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const zoom = crop(page).getByRole('slider', { name: '缩放' })
  const area = crop(page).getByRole('group', { name: /^选区/ })
  await expect(area).toBeFocused() // the arrow keys move the picture
  await zoom.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '110 %')
  await area.press('-')
  await expect(zoom).toHaveAttribute('aria-valuetext', '100 %')
  for (let press = 0; press < 40; press += 1) await area.press('ArrowLeft') // to the right end
  await crop(page).getByRole('button', { name: '保存头像' }).click()
  await expect(crop(page)).toHaveCount(0)
  await expect(pictures).toHaveCount(2)
  const change = page.getByRole('button', { name: '更换头像' })
  await expect(change).toBeFocused()
  const address = (await pictures.first().getAttribute('src')) ?? ''
  expect(address).toContain('/static/uploadfile/')
  const stored = await page.request.get(address)
  expect(stored.headers()['content-type']).toBe('image/jpeg')
  expect((await stored.body()).length).toBeLessThan(200_000)
  expect(await coloursAt(page, address, [[20, 20], [20, 236], [236, 128]])).toEqual({
    size: [256, 256],
    colours: ['red', 'red', 'red'],
  }) // prettier-ignore

  await page.getByRole('button', { name: '移除头像' }).click()
  await question(page).getByRole('button', { name: '移除头像' }).click()
  await expect(pictures).toHaveCount(0)
  await expect(change).toBeFocused()
})

test('a file that is no picture to use is refused in words at its place, however it comes', async ({
  page,
  account,
}) => {
  let sent = 0
  page.on('request', (request) => void (sent += Number(request.url().endsWith('/user/avatar'))))
  await beSignedIn(page, account('inspector'))
  await page.goto(PROFILE)
  const fault = section(page, '账号信息').getByRole('alert')
  const faults: [name: string, mimeType: string, content: Buffer, fault: string][] = [
    ['notes.txt', 'text/plain', Buffer.from('no picture'), 'notes.txt 不是 JPEG、PNG 或 WebP 图片'],
    ['logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg 不是 JPEG'],
    ['torn.png', 'image/png', (await twoColours(page, { width: 9, height: 9 })).subarray(0, 60), 'torn.png 打不开'],
    ['huge.jpg', 'image/jpeg', Buffer.alloc(10 * 1024 * 1024 + 1), 'huge.jpg 超过 10 MB'],
  ]
  for (const [name, mimeType, buffer, words] of faults) {
    await fileInput(page).setInputFiles({ name, mimeType, buffer })
    await expect(fault).toContainText(words)
  }
  for (const type of ['drop', 'paste'] as const) {
    await page.locator('.profile-avatar').evaluate((target, event) => {
      const data = new DataTransfer()
      data.items.add(new File(['no picture'], `by-${event}.gif`, { type: 'image/gif' }))
      const bubbles = true
      if (event === 'drop') target.dispatchEvent(new DragEvent(event, { dataTransfer: data, bubbles }))
      else target.dispatchEvent(new ClipboardEvent(event, { clipboardData: data, bubbles }))
    }, type)
    await expect(fault).toContainText(`by-${type}.gif 不是 JPEG`)
  }
  await expect(crop(page)).toHaveCount(0)
  expect(sent).toBe(0)
})

test.describe('the password', () => {
  test.use({ expectedErrors: [/status of (400|401|403|429)/] })

  test('is changed after its faults were told at their fields; this device goes on, others are signed out', async ({
    page,
    otherPage,
    request,
    origins,
    start,
  }) => {
    const [line] = await start(['server/commands/caliper.ts', 'serve', '--ephemeral']).says(/^\{.*\}$/)
    const { url, accounts }: Omit<Server, 'stop'> = JSON.parse(line)
    origins.push(url)
    const viewer = accounts.find(({ username }) => username === 'viewer')!
    for (const [one, path] of [
      [page, PROFILE],
      [otherPage, '/dashboard'],
    ] as const) {
      await one.goto(`${url}/login?redirect=${path}`)
      await signIn(one, viewer)
    }
    const password = section(page, '修改密码')
    const field = (name: string) => password.getByLabel(new RegExp(`^${name}`))
    async function change(old: string, next: string, repeated = next) {
      await field('当前密码').fill(old)
      await field('新密码').fill(next)
      await field('再次输入新密码').fill(repeated)
      await password.getByRole('button', { name: '修改密码' }).click()
    }

    await expect(field('新密码')).toHaveAccessibleDescription(/^至少 8 个字符。不能是常见的密码/) // before typing
    await field('新密码').fill('short')
    await expect(password.getByText('还差 3 个字符')).toBeVisible()
    const faults: [old: string, next: string, repeated: string, name: string, fault: RegExp][] = [
      ['', 'a good long one', 'a good long one', '当前密码', /^必填/],
      [viewer.password, 'short', 'short', '新密码', /^密码至少 8 个字符/],
      [viewer.password, viewer.password, viewer.password, '新密码', /^新密码不能与原密码相同/],
      [viewer.password, 'a good long one', 'a good long two', '再次输入新密码', /^两次输入的新密码不一样/],
      [viewer.password, 'password123', 'password123', '新密码', /^这个密码太常见/],
      ['not the old one', 'a good long one', 'a good long one', '当前密码', /^密码修改失败/],
    ]
    for (const [old, next, repeated, name, fault] of faults) {
      await change(old, next, repeated)
      await expect(field(name)).toHaveAccessibleDescription(fault)
      await expect(field(name)).toBeFocused()
    }

    await page.route('**/api/v1/user/pwd/set', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '9' }, json: { code: 429, msg: '请稍后再试' } }),
    )
    await change('another old one', 'a good long one')
    await expect(field('当前密码')).toHaveAccessibleDescription('尝试次数过多，倒计时结束后再试')
    await expect(field('当前密码')).toBeFocused()
    await expect(page.getByText('请稍后再试')).toHaveCount(0) // it is told once, at its field
    await expect(password.getByRole('button', { name: /^修改密码 · \d s$/ })).toBeDisabled()
    await expect(password.getByRole('button', { name: /^修改密码$/ })).toBeEnabled()
    await page.unrouteAll()

    const tokenOf = async (of: Page) => (await of.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value
    const before = await tokenOf(page)
    await change(viewer.password, 'a good long one')
    await expect(page.getByRole('status').getByText('密码已修改，其他设备已退出登录')).toBeVisible()
    await expect(field('当前密码')).toHaveValue('')
    await expect(password.getByRole('alert')).toHaveCount(0)
    expect(await tokenOf(page)).not.toBe(before)
    await page.reload()
    await expect(section(page, '我的会话').getByRole('listitem')).toHaveCount(1)

    await comeBackTo(otherPage)
    await expect(sessionOver(otherPage)).toContainText('登录状态已过期')
    const answer = await request.post(`${url}/api/v1/login`, { data: { ...viewer, password: 'a good long one' } })
    expect(await answer.json()).toMatchObject({ code: 200 })
  })
})

test.describe('own sessions', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('are named by device; one or all others are ended, are gone at once, and are told when they come back', async ({
    page,
    otherPage,
    request,
    account,
  }) => {
    await attempt(request, account('approver'), WINDOWS)
    const phone = await attempt(request, account('approver'), ANDROID)
    await signIn(otherPage, account('approver'))
    await beSignedIn(page, account('approver'))
    await page.goto(PROFILE)
    const sessions = section(page, '我的会话').getByRole('listitem')
    const own = sessions.filter({ hasText: '本设备' })
    await expect(own).toHaveCount(1)
    await expect(own).toContainText('127.0.0.1 · 密码')
    await expect(own.getByRole('button')).toHaveCount(0)

    const onPhone = sessions.filter({ hasText: 'Chrome 140 · Android 14' })
    await onPhone.getByRole('button', { name: /^结束/ }).click()
    await expect(question(page)).toHaveAccessibleName('结束 1 个会话')
    await expect(question(page)).toContainText('Chrome 140 · Android 14 (127.0.0.1)')
    await question(page).getByRole('button', { name: '结束 1 个会话' }).click()
    await expect(onPhone).toHaveCount(0)
    await expect(sessions.getByRole('button', { name: /^结束/ }).and(page.locator(':focus'))).toHaveCount(1) // of another row
    const refused = await request.get('/api/v1/getinfo', { headers: { authorization: `Bearer ${phone}` } })
    expect(await refused.json()).toMatchObject({ code: 401 })

    await attempt(request, account('approver'), WINDOWS)
    await page.reload()
    await expect(own).toHaveCount(1)
    const others = (await sessions.count()) - 1
    await page.getByRole('button', { name: `结束其他 ${others} 个会话` }).click()
    await question(page)
      .getByRole('button', { name: `结束 ${others} 个会话` })
      .click()
    await expect(sessions).toHaveCount(1)
    await expect(own).toHaveCount(1)
    await expect(section(page, '我的会话').getByRole('heading')).toBeFocused()
    await comeBackTo(otherPage)
    await expect(sessionOver(otherPage)).toBeVisible()
  })
})

test('the own sign-in log tells of failed attempts with their reason, ten at a time, and can be filtered', async ({
  page,
  request,
  account,
}) => {
  for (let time = 0; time < 10; time += 1) await attempt(request, account('approver'), WINDOWS)
  await attempt(request, { ...account('approver'), password: 'not the password' }, ANDROID)
  await beSignedIn(page, account('approver'))
  await page.goto(PROFILE)
  const log = section(page, '登录记录')
  const entries = log.getByRole('listitem')
  await expect(entries).toHaveCount(10)
  const failed = entries.filter({ hasText: '失败' }).first()
  await expect(failed).toContainText('登录：密码错误')
  await expect(failed).toContainText('Chrome 140 · Android 14 · 127.0.0.1')
  await log.getByRole('button', { name: '再看 10 条' }).click()
  await expect.poll(() => entries.count()).toBeGreaterThan(10)
  await log.getByLabel('结果').selectOption('失败')
  await expect(entries.filter({ hasText: '成功' })).toHaveCount(0)
  await expect(failed).toContainText('登录：密码错误')
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the profile and where a picture is cut; nothing scrolls sideways', async ({
      page,
      account,
    }) => {
      await keepSettings(page, settings)
      await beSignedIn(page, account('approver'))
      await page.goto(PROFILE)
      const isChinese = settings.locale === 'zh'
      await expect(fact(page, isChinese ? '账号' : 'User name')).toHaveText('approver')
      await expect(section(page, /^(我的会话|My sessions)$/).getByRole('listitem')).not.toHaveCount(0)
      await expect(section(page, /^(登录记录|Sign-in log)$/).getByRole('listitem')).not.toHaveCount(0)
      const newPassword = page.getByLabel(/^(新密码|New password\*?$)/)
      await newPassword.fill('short')
      await newPassword.blur()
      await expect(newPassword).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      const pane = page.locator('.page-pane:not([aria-hidden])')
      expect(await pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      const buffer = await twoColours(page, { width: 400, height: 300, type: 'image/png' })
      await fileInput(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
      await expect(crop(page).getByRole('group')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
