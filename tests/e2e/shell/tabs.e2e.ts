import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf, newUser, uniqueKey } from '../support/api'
import { pressOrBeTold } from '../support/ended'
import { keepSettings, looks } from '../support/looks'
import { addToMenu, menuItem, menuLink, openPage, restoreMenu } from '../support/menu'
import { callAs, makeLine, makeTemplate } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.describe.configure({ mode: 'parallel' }) // among the last files, and long: no core is to rest meanwhile

const bar = (page: Page) => page.getByRole('tablist', { name: '打开的页面' })
/** Of the bar alone: pages have tabs of their own. */
const tabs = (page: Page) => bar(page).getByRole('tab')
const tab = (page: Page, name: string | RegExp) => bar(page).getByRole('tab', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const panel = (page: Page) => page.getByRole('tabpanel')
const search = (page: Page) => panel(page).getByRole('textbox', { name: '角色名称' })
const choose = async (page: Page, name: string, entry: string) => {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
}
/** Pages of the role list under names of their own, each kept alive. */
const copies = (...names: string[]) =>
  names.map((name, at) => menuItem(50 + at, { path: `/copy-${name}`, title: `副本 ${name}`, noCache: false }))

let token: string

test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

test('a tab that shows one template is named in the language that is chosen, also without a visit', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { productId, code } = await makeLine(call)
  const name = { name: `轴径 ${code}`, nameEn: `Shaft ${code}` }
  const templateId = await makeTemplate(call, { productId, code: 'SHAFT', ...name, stage: 'ipqc' }, [])
  await page.goto(`/caliper/qc/info-list/${templateId}`)
  await expect(tab(page, name.name)).toBeVisible()
  await tab(page, '首页').click()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await expect(page.getByRole('tab', { name: name.nameEn })).toBeVisible()
})

test('an unsaved tab beyond the edge leaves the window as wide as it is', async ({ page }) => {
  await page.goto('/dashboard')
  for (const name of ['用户管理', '部门管理', '岗位管理', '角色管理']) await openPage(page, name)
  await page.getByRole('button', { name: '新建角色' }).click()
  await page.getByRole('dialog').getByLabel('角色名称').fill('half')
  await page.goBack()
  await expect(tab(page, '角色管理')).toContainText('未保存')
  await page.setViewportSize({ width: 400, height: 700 })
  await bar(page).evaluate((list) => (list.scrollLeft = 0))
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content).toBe(window)
})

test('the progress bar appears at every navigation, also to a page that is kept', async ({ page }) => {
  await page.goto('/admin/sys-role')
  await expect(title(page, '角色管理')).toBeVisible()
  await tab(page, '首页').click()
  await expect(title(page, '首页')).toBeVisible()
  await allAnswered(page)
  const progress = page.locator('.progress')
  await expect(progress).toHaveCount(0)
  await page.evaluate(() => {
    const noteBar = () => document.querySelector('.progress') && (document.documentElement.dataset['bar'] = 'seen')
    new MutationObserver(noteBar).observe(document, { childList: true, subtree: true })
  })
  await tab(page, '角色管理').click()
  await expect(page.locator('html[data-bar=seen]')).toBeAttached()
  await expect(progress).toHaveCount(0)
})

test.describe('a tab that is left and come back to', () => {
  test('keeps typed text, scroll position, page of the table and ticked rows', async ({ page, request }) => {
    const api = apiOf(request, token)
    const name = `页签 ${uniqueKey()}`
    for (let at = 0; at < 24; at += 1) await api.createRole({ roleName: `${name} ${at}` })
    await page.goto(`/admin/sys-role?pageSize=20&roleName=${encodeURIComponent(name)}`)
    await page.getByRole('checkbox', { name: `选择 ${name} 3`, exact: true }).check()
    await panel(page).evaluate((pane) => pane.scrollTo(0, 300))
    await tab(page, '首页').click()
    await expect(title(page, '首页')).toBeVisible()
    await tab(page, '角色管理').click()
    await expect(page.getByText('已选 1 条')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: `选择 ${name} 3`, exact: true })).toBeChecked()
    expect(await panel(page).evaluate((pane) => pane.scrollTop)).toBe(300)
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('button', { name: '第 2 页' }).click()
    await expect(page.getByRole('row')).toHaveCount(5)
    const box = page.getByRole('textbox', { name: '前往第几页' })
    await box.fill('1')
    await openPage(page, '首页')
    await tab(page, '角色管理').click()
    await expect(page).toHaveURL(/pageIndex=2/)
    await expect(page.getByRole('row')).toHaveCount(5)
  })

  test(
    'keeps an open dialog and what was entered there; out of sight it is out of the way',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/dashboard')
      await openPage(page, '角色管理')
      await page.getByRole('button', { name: '新建角色' }).click()
      const dialog = page.getByRole('dialog', { name: '新建角色' })
      await dialog.getByLabel('角色名称').fill('写了一半')
      await page.goBack()
      await expect(title(page, '首页')).toBeFocused()
      await expect(dialog).toBeHidden()
      await expect(tab(page, '角色管理')).toContainText('未保存')
      await tab(page, '角色管理').click()
      await expect(dialog.getByLabel('角色名称')).toHaveValue('写了一半')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await dialog.getByRole('button', { name: '取消' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(tab(page, '角色管理')).not.toContainText('未保存')
    },
  )

  test('asks the server for nothing while it is hidden', async ({ page }) => {
    await page.clock.install()
    await page.goto('/admin/sys-role')
    await expect(title(page, '角色管理')).toBeVisible()
    await search(page).pressSequentially('检')
    await openPage(page, '首页') // before the pause in typing is over
    await expect(title(page, '首页')).toBeFocused()
    let asked = 0
    page.on('request', (request) => (asked += Number(request.url().includes('/api/v1/role'))))
    await page.clock.runFor(600)
    expect(asked).toBe(0)
    await expect(page).toHaveURL('/dashboard')
    await tab(page, '角色管理').click()
    await expect(search(page)).toHaveValue('检')
    await expect(page).toHaveURL(/roleName=/)
  })

  test('keeps what was typed last, also if the operator is back before the pause in typing is over', async ({
    page,
  }) => {
    const start = new Date()
    await page.clock.install({ time: start })
    await page.goto('/admin/sys-role')
    await expect(page.getByRole('row')).not.toHaveCount(0)
    await page.clock.pauseAt(start.getTime() + 60_000)
    await search(page).pressSequentially('检')
    await page.clock.runFor(299)
    await openPage(page, '首页')
    await expect(title(page, '首页')).toBeVisible()
    await tab(page, '角色管理').click()
    await page.clock.runFor(600)
    await expect(page).toHaveURL(/roleName=/)
    await expect(search(page)).toHaveValue('检')
  })

  test('begins anew when its route says noCache', async ({ page }) => {
    await addToMenu(page, menuItem(10, { path: '/fresh', title: '不缓存', noCache: true }), ...copies('甲'))
    await page.goto('/fresh?roleKey=viewer')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    await openPage(page, '副本 甲')
    await search(page).fill('访客')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    await tab(page, '不缓存').click()
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).not.toBeChecked()
    await tab(page, '副本 甲').click()
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).toBeChecked()
  })

  test('sleeps when twelve others were used after it: address and tab remain', async ({ page }) => {
    const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13']
    await keepSettings(page, { topNav: false }) // at the top not all of them have room
    await addToMenu(page, ...copies(...names.map((name) => `n${name}`)))
    await page.goto('/copy-n1?roleKey=viewer')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    for (const name of names.slice(1)) {
      await openPage(page, `副本 n${name}`)
      await expect(tab(page, `副本 n${name}`)).toHaveAttribute('aria-selected', 'true')
    }
    await expect(page.locator('.page-pane')).toHaveCount(12)
    await expect(tabs(page)).toHaveCount(15)
    await tab(page, /^副本 n1$/).click()
    await expect(page).toHaveURL('/copy-n1?roleKey=viewer')
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).not.toBeChecked()
  })
})

test.describe('the tab bar', () => {
  const names = tabs

  test('leaves the page on the screen as it is when its own tab is pressed', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await search(page).fill('检')
    await expect(page).toHaveURL(/roleName=/)
    await tab(page, '角色管理').click()
    await expect(page).toHaveURL(/roleName=/)
    await expect(search(page)).toHaveValue('检')
  })

  test(
    'opens one tab for each page, leads back to it with its query, and closes; the first one stays',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/admin/sys-role?roleName=检')
      await expect(names(page)).toHaveText(['首页', '质检分析', '角色管理'])
      await expect(tab(page, '角色管理')).toHaveAttribute('aria-selected', 'true')
      await tab(page, '首页').click()
      await expect(page).toHaveURL('/dashboard')
      await expect(tab(page, '首页')).toHaveAttribute('aria-selected', 'true')
      await tab(page, '角色管理').click()
      await expect(page).toHaveURL(`/admin/sys-role?roleName=${encodeURIComponent('检')}`)
      await expect(tab(page, '首页').getByTitle('关闭')).toHaveCount(0)
      await tab(page, '角色管理').getByTitle('关闭').click()
      await expect(page).toHaveURL(/\/caliper\/analy/) // the last one that is left
      await expect(names(page)).toHaveText(['首页', '质检分析'])
    },
  )

  test('goes to the last remaining tab when the present one is closed', async ({ page }) => {
    await addToMenu(page, ...copies('甲', '乙', '丙'))
    await page.goto('/copy-甲')
    for (const name of ['乙', '丙', '甲']) await openPage(page, `副本 ${name}`)
    await tab(page, '副本 甲').getByTitle('关闭').click()
    await expect(tab(page, '副本 丙')).toHaveAttribute('aria-selected', 'true')
    await tab(page, '副本 乙').getByTitle('关闭').click() // not the present one
    await expect(tab(page, '副本 丙')).toHaveAttribute('aria-selected', 'true')
    await expect(names(page)).toHaveText(['首页', '质检分析', '副本 丙'])
  })

  test('is walked through by arrows, and Delete closes a tab but not the first', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await expect(names(page)).toHaveText(['首页', '质检分析', '角色管理'])
    await tab(page, '角色管理').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, '首页')).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(names(page)).toHaveText(['首页', '质检分析', '角色管理'])
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    await expect(names(page)).toHaveText(['首页', '质检分析'])
    await expect(page).toHaveURL(/\/caliper\/analy/)
  })

  test('closes a tab on a middle click', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await tab(page, '角色管理').click({ button: 'middle' })
    await expect(names(page)).toHaveText(['首页', '质检分析'])
    await tab(page, '首页').click({ button: 'middle' })
    await expect(names(page)).toHaveText(['首页', '质检分析'])
  })

  test('is put in order by dragging, and by Ctrl+Shift+arrow', async ({ page }) => {
    await addToMenu(page, ...copies('甲', '乙'))
    await page.goto('/admin/sys-role')
    for (const name of ['甲', '乙']) await openPage(page, `副本 ${name}`)
    await tab(page, '副本 乙').dragTo(tab(page, '角色管理'))
    await expect(names(page)).toHaveText(['首页', '质检分析', '副本 乙', '角色管理', '副本 甲'])
    await expect(page).toHaveURL(encodeURI('/copy-乙'))
    await tab(page, '副本 甲').dragTo(tab(page, '首页')) // those that stay come first
    await expect(names(page)).toHaveText(['首页', '质检分析', '副本 甲', '副本 乙', '角色管理'])
    await expect(page).toHaveURL(encodeURI('/copy-乙')) // dragging is no choice
    await tab(page, '副本 甲').focus()
    await page.keyboard.press('Control+Shift+ArrowRight')
    await expect(names(page)).toHaveText(['首页', '质检分析', '副本 乙', '副本 甲', '角色管理'])
    await expect(tab(page, '副本 甲')).toBeFocused()
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect(names(page)).toHaveText(['首页', '质检分析', '副本 甲', '副本 乙', '角色管理'])
  })

  test('keeps the present tab in sight when the window becomes narrow, and rolls under the wheel', async ({ page }) => {
    const names = ['1', '2', '3', '4', '5', '6', '7', '8']
    await addToMenu(page, ...copies(...names))
    await page.setViewportSize({ width: 2400, height: 900 }) // the top menu shows all copies, in any font
    await page.goto('/copy-1')
    for (const name of names.slice(1)) await openPage(page, `副本 ${name}`)
    await page.setViewportSize({ width: 1000, height: 700 })
    await expect(tab(page, '副本 8')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(tab(page, '副本 8')).toBeInViewport({ ratio: 1 })
    await page.getByRole('tablist').hover()
    await page.mouse.wheel(0, -2000)
    await expect(tab(page, '首页')).toBeInViewport({ ratio: 1 })
  })

  test('calls a page without a title no-name', async ({ page }) => {
    await addToMenu(page, menuItem(10, { path: '/untitled', title: '' }))
    await page.goto('/untitled')
    await expect(names(page)).toHaveText(['首页', '质检分析', 'no-name'])
    await expect(page).toHaveTitle('no-name - Caliper 质检')
  })

  test('has no tab for a page without a name', async ({ page }) => {
    await page.goto('/404')
    await expect(title(page, '页面不存在')).toBeVisible()
    await expect(names(page)).toHaveText(['首页', '质检分析'])
  })

  test('lists all tabs, which a few letters narrow down', { tag: '@phone' }, async ({ page }) => {
    await addToMenu(page, ...copies('甲', '乙'))
    await page.goto('/copy-甲')
    await openPage(page, '副本 乙')
    await page.getByRole('button', { name: '全部页签' }).click()
    const list = page.getByRole('dialog', { name: '全部页签' })
    await expect(list.getByRole('listitem')).toHaveText(['首页', '质检分析', '副本 甲', '副本 乙'])
    await expect(list.getByLabel('筛选页签')).toBeFocused()
    await page.keyboard.type('甲')
    await expect(list.getByRole('listitem')).toHaveText(['副本 甲'])
    await page.keyboard.type('x')
    await expect(list.getByText('没有这样的页签')).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(tab(page, '副本 甲')).toHaveAttribute('aria-selected', 'true')
    await expect(list).toHaveCount(0)
  })

  test('is not there when the task bar is switched off, and pages are kept alive all the same', async ({ page }) => {
    await keepSettings(page, { tagsView: false })
    await page.goto('/admin/sys-role?roleKey=viewer')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    await expect(page.getByRole('tablist')).toHaveCount(0)
    await openPage(page, '首页')
    await openPage(page, '角色管理')
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).toBeChecked()
  })
})

test.describe('the context menu of a tab', () => {
  const entries = (page: Page) => page.getByRole('menu', { name: '页签菜单' }).getByRole('menuitem')

  test.beforeEach(async ({ page }) => {
    await addToMenu(page, ...copies('甲', '乙'))
    await page.goto('/admin/sys-role')
    for (const name of ['甲', '乙']) await openPage(page, `副本 ${name}`)
    await expect(title(page, '副本 乙')).toBeFocused() // else it takes the focus later
  })

  test('does not offer to close the first one', { tag: '@phone' }, async ({ page }) => {
    await tab(page, '首页').click({ button: 'right' })
    await expect(entries(page)).toHaveText(['刷新当前', '关闭其他', '关闭全部', '新窗口打开'])
    await page.keyboard.press('Escape')
    await tab(page, '副本 甲').click({ button: 'right' })
    await expect(entries(page)).toHaveText(['刷新当前', '关闭当前', '关闭其他', '关闭全部', '固定', '新窗口打开'])
  })

  test('opens by keyboard, and the focus returns', async ({ page }) => {
    await tab(page, '副本 乙').focus()
    await page.keyboard.press('Shift+F10')
    await expect(entries(page).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(tab(page, '副本 乙')).toBeFocused()
  })

  test('refreshes through /redirect: the page begins anew, its query remains', async ({ page }) => {
    await page.goto('/copy-乙?roleKey=viewer')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    const went: string[] = []
    await page.exposeFunction('noteAddress', (address: string) => void went.push(address))
    await page.evaluate(() => {
      for (const event of ['pushState', 'replaceState']) {
        addEventListener(event, () => Reflect.get(globalThis, 'noteAddress')(location.pathname + location.search))
      }
    })
    await choose(page, '副本 乙', '刷新当前')
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).not.toBeChecked()
    await expect(page).toHaveURL(encodeURI('/copy-乙?roleKey=viewer'))
    await expect(title(page, '副本 乙')).toBeFocused()
    expect(went.map(decodeURI)).toEqual(['/redirect/copy-乙?roleKey=viewer', '/copy-乙?roleKey=viewer'])
  })

  test('refreshes by asking the server, also when it has only just answered', async ({ page }) => {
    await page.goto('/copy-乙?roleKey=viewer')
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).toBeVisible()
    const asked = page.waitForRequest((request) => request.url().includes('/api/v1/role?'))
    await choose(page, '副本 乙', '刷新当前')
    await asked
  })

  test('closes the present tab', { tag: '@phone' }, async ({ page }) => {
    await choose(page, '副本 乙', '关闭当前')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '角色管理', '副本 甲'])
    await expect(tab(page, '副本 甲')).toHaveAttribute('aria-selected', 'true')
  })

  test('closes the others, and shows the one it was asked of', async ({ page }) => {
    await choose(page, '角色管理', '关闭其他')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '角色管理'])
    await expect(page).toHaveURL('/admin/sys-role')
  })

  test('closes all but the pinned ones', async ({ page }) => {
    await choose(page, '副本 甲', '固定')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '副本 甲', '角色管理', '副本 乙'])
    await choose(page, '副本 乙', '关闭全部')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '副本 甲'])
    await expect(page).toHaveURL(encodeURI('/copy-甲'))
    await choose(page, '副本 甲', '取消固定')
    await choose(page, '副本 甲', '关闭当前')
    await expect(page).toHaveURL(/\/caliper\/analy/)
  })

  test('opens the page in a window of its own', async ({ page, context }) => {
    const opened = context.waitForEvent('page')
    await choose(page, '角色管理', '新窗口打开')
    const other = await opened
    await expect(title(other, '角色管理')).toBeVisible()
    await other.close()
  })
})

test.describe('after a reload', () => {
  test('tabs, their order and pins are there again, for this operator alone', async ({ page, account }) => {
    await addToMenu(page, ...copies('甲', '乙'))
    await page.goto('/admin/sys-role?roleKey=viewer')
    for (const name of ['甲', '乙']) await openPage(page, `副本 ${name}`)
    await choose(page, '副本 乙', '固定')
    const names = ['首页', '质检分析', '副本 乙', '角色管理', '副本 甲']
    await expect(tabs(page)).toHaveText(names)
    await page.reload()
    await expect(tabs(page)).toHaveText(names)
    await tab(page, '角色管理').click()
    await expect(page).toHaveURL('/admin/sys-role?roleKey=viewer')

    const signOut = async (name: string) => {
      await page.getByRole('button', { name }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
      await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    }
    await tab(page, '首页').click()
    await signOut('管理员')
    await signIn(page, account('viewer'))
    await expect(tabs(page)).toHaveText(['首页', '质检分析'])
    await signOut('访客')
    await signIn(page, account('admin'))
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '副本 乙']) // pins are for longer
  })

  test('and pins are there again when the operator has acted in another role meanwhile', async ({ page }) => {
    const { roles } = apiOf(page.request, token)
    const roleIds = []
    for (const name of ['系统管理员', '检验员']) roleIds.push((await roles(name))[0]!.roleId)
    const { username, ...account } = await newUser(page.request, token, '系统管理员', { roleIds })
    await beSignedIn(page, { username, ...account })
    await page.goto('/admin/sys-role')
    await choose(page, '角色管理', '固定')
    for (const role of ['身份：检验员', '身份：全部角色']) {
      await page.getByRole('button', { name: username }).click()
      await page.getByRole('menuitemradio', { name: role }).click()
      await expect(tab(page, '角色管理')).toBeVisible({ visible: role === '身份：全部角色' })
    }
  })

  test('so is that of a page that was opened by its address and left for another', async ({ page }) => {
    await page.goto('/admin/sys-post')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '岗位管理'])
    await page.goto('/admin/sys-role')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '岗位管理', '角色管理'])
  })

  test('a page that the operator may no longer open is not among them', async ({ page }) => {
    await addToMenu(page, ...copies('甲'))
    await page.goto('/copy-甲')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '副本 甲'])
    await restoreMenu(page)
    await page.goto('/admin/sys-role')
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '角色管理'])
  })

  const damaged: [what: string, kept: string][] = [
    ['nonsense', '{'],
    [
      'another shape',
      '[1, null, {"fullPath": 3}, {"fullPath": "/admin/sys-role", "isPinned": true, "title": "no.key"}]',
    ],
  ]
  for (const [what, kept] of damaged) {
    test(`${what} in their place does no harm`, async ({ page }) => {
      await page.addInitScript((text) => sessionStorage.setItem('tabs:1', text), kept)
      await page.goto('/dashboard')
      await expect(tabs(page)).toHaveText(['首页', '质检分析'])
    })
  }
})

test.describe('what is not saved', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard')
    await openPage(page, '角色管理')
    await page.getByRole('button', { name: '新建角色' }).click()
    await page.getByRole('dialog').getByLabel('角色名称').fill('写了一半')
    await page.goBack()
    await expect(title(page, '首页')).toBeVisible()
  })

  test('is marked at its tab, and closing asks first', async ({ page }) => {
    const question = page.getByRole('alertdialog', { name: '放弃更改？' })
    await tab(page, '角色管理').getByTitle('关闭').click()
    await expect(question).toContainText('角色管理')
    await question.getByRole('button', { name: '继续编辑' }).click()
    await expect(tabs(page)).toHaveCount(3)
    await choose(page, '首页', '关闭全部')
    await question.getByRole('button', { name: '放弃更改' }).click()
    await expect(tabs(page)).toHaveText(['首页', '质检分析'])
    await openPage(page, '角色管理')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('is asked about by the browser before the window is left', async ({ page }) => {
    const asked = page.waitForEvent('dialog')
    const leaving = page.evaluate(() => location.reload())
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving
    await tab(page, '角色管理').click()
    await expect(page.getByRole('dialog').getByLabel('角色名称')).toHaveValue('写了一半')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  })
})

test.describe('what is not saved in a tab', () => {
  const typed = '写了一半'
  const startTyping = async (page: Page) => {
    await page.getByRole('button', { name: '新建角色' }).click()
    await page.getByRole('dialog').getByLabel('角色名称').fill(typed)
  }
  const expectTyped = (page: Page) => expect(page.getByRole('dialog').getByLabel('角色名称')).toHaveValue(typed)

  test('stays there although its page is not kept otherwise', async ({ page }) => {
    await addToMenu(page, menuItem(10, { path: '/fresh', title: '不缓存', noCache: true }))
    await page.goto('/dashboard')
    await openPage(page, '不缓存')
    await startTyping(page)
    await page.goBack()
    await expect(title(page, '首页')).toBeVisible()
    await tab(page, '不缓存').click()
    await expectTyped(page)
  })

  test('is asked about before signing out', async ({ page }) => {
    await page.goto('/dashboard')
    await openPage(page, '角色管理')
    await startTyping(page)
    await page.goBack()
    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
    const question = page.getByRole('alertdialog', { name: '放弃更改？' })
    await question.getByRole('button', { name: '继续编辑' }).click()
    await tab(page, '角色管理').click()
    await expectTyped(page)
  })

  test('keeps the focus at its tab when Delete is taken back', async ({ page }) => {
    await addToMenu(page, ...copies('甲'))
    await page.goto('/copy-甲')
    await openPage(page, '角色管理')
    await startTyping(page)
    await page.goBack()
    await tab(page, '角色管理').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click()
    await expect(tab(page, '角色管理')).toBeFocused()
  })

  test.describe('', () => {
    test.use({ expectedErrors: [/status of 401/] })
    test('can be read on in every tab after the session has ended (spec §8)', async ({ page, request }) => {
      await addToMenu(page, ...copies('甲'))
      await page.goto('/copy-甲')
      await openPage(page, '角色管理')
      await startTyping(page)
      await page.goBack()
      const filters = panel(page).getByRole('button', { name: '筛选' })
      if (await filters.isVisible()) await filters.click() // on a phone
      await allAnswered(page)
      await apiOf(request, token).call('POST', '/logout')
      await pressOrBeTold(panel(page).getByRole('button', { name: '刷新' }))
      const stay = page.getByRole('alertdialog', { name: '系统提示' }).getByRole('button', { name: '取消' })
      await stay.click()
      await tab(page, '角色管理').click()
      await stay.click() // its list has been asked for as well
      await expectTyped(page)
    })
  })
})

test.describe('two windows of one operator', () => {
  test('show the same pins', async ({ page, context }) => {
    await addToMenu(page, ...copies('甲'))
    await page.goto('/copy-甲')
    const other = await context.newPage()
    await other.goto('/dashboard')
    await choose(page, '副本 甲', '固定')
    await expect(tabs(other)).toHaveText(['首页', '质检分析', '副本 甲'])
    await openPage(other, '角色管理')
    await page.reload()
    await expect(tabs(page)).toHaveText(['首页', '质检分析', '副本 甲'])
    await choose(other, '副本 甲', '取消固定')
    await choose(page, '首页', '关闭全部')
    await expect(tabs(page)).toHaveText(['首页', '质检分析'])
    await other.close()
  })

  test.describe('', () => {
    test.use({ expectedErrors: [/status of 401/] })
    test('go on with the token that the other has put in place of theirs', async ({ page, context, account }) => {
      await page.goto('/admin/sys-role')
      await expect(title(page, '角色管理')).toBeVisible()
      await beSignedIn(page, account('admin'))
      await allAnswered(page)
      await apiOf(page.request, token).call('POST', '/logout')
      const answer = page.waitForResponse((one) => one.url().endsWith('/api/v1/role') && one.status() === 200)
      await panel(page).getByRole('button', { name: '刷新' }).click()
      await answer
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page).toHaveURL('/admin/sys-role')
      expect((await context.cookies()).some(({ name }) => name === 'Admin-Token')).toBe(true)
    })
  })
})

test.describe('a page that fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch dynamically/] })

  test('fails in its own tab; the others go on, and it comes back with its tab', async ({ page }) => {
    await page.goto('/dashboard')
    await page.route('**/assets/RolePage-*.js', (route) => route.abort())
    await openPage(page, '角色管理')
    await expect(panel(page).getByRole('alert')).toBeVisible()
    await tab(page, '首页').click()
    await expect(title(page, '首页')).toBeVisible()
    await page.unroute('**/assets/RolePage-*.js')
    await tab(page, '角色管理').click()
    await expect(title(page, '角色管理')).toBeVisible()
  })
})

test.describe('a part that cannot be fetched', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  const parts: [file: string, what: string, open: (page: Page) => Promise<unknown>][] = [
    ['TabList', 'the list of tabs', (page) => page.getByRole('button', { name: '全部页签' }).click()],
    ['DialogFrame', 'a form', (page) => page.getByRole('button', { name: '新建角色' }).click()],
    ['DialogFrame', 'the list of keys', (page) => page.keyboard.press('?')],
    ['Palette', 'the search', (page) => page.keyboard.press('Control+k')],
    ['SettingsDrawer', 'the settings', (page) => page.getByRole('button', { name: '打开页面设置' }).click()],
  ]
  for (const [file, what, open] of parts) {
    test(`${what} is told, and takes nothing with it`, async ({ page }) => {
      await page.route(`**/assets/${file}-*.js`, (route) => route.abort())
      await page.goto('/admin/sys-role')
      await search(page).fill('访客')
      await expect(page.getByRole('row')).toHaveCount(2)
      await title(page, '角色管理').click()
      await open(page)
      await expect(page.getByRole('alert').getByText('服务器连接异常')).toBeVisible()
      await expect(search(page)).toHaveValue('访客')
      await page.unroute(`**/assets/${file}-*.js`)
      await open(page)
      await expect(page.getByRole('dialog')).toBeVisible()
    })
  }
})

test.describe('while the head is not fixed', () => {
  test('each page has its own scroll position, and the head scrolls away', async ({ page, request }) => {
    const api = apiOf(request, token)
    const name = `滚动 ${uniqueKey()}`
    for (let at = 0; at < 30; at += 1) await api.createRole({ roleName: `${name} ${at}` })
    await keepSettings(page, { fixedHeader: false })
    await page.goto(`/admin/sys-role?pageSize=50&roleName=${encodeURIComponent(name)}`)
    await expect(page.getByRole('row')).toHaveCount(31)
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 300)
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await (await menuLink(page, '首页')).dispatchEvent('click') // a click would scroll to it first
    await expect(page.getByRole('banner')).toBeInViewport()
    await openPage(page, '角色管理')
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, -400)
    await expect(page.getByRole('banner')).toBeInViewport()
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the menu of a tab and the list of tabs', async ({ page }) => {
      await keepSettings(page, settings)
      await page.goto('/admin/sys-role?roleKey=viewer')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('tab').last().click({ button: 'right' })
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(全部页签|All tabs)$/ }).click()
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await expectAccessible(page)
    })
  })
}
