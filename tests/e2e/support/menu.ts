import type { Page, Route } from '@playwright/test'
import { menu } from '#seed/access/menu'
import { MOBILE_BREAKPOINT_PX } from '#shared/constants'
import type { MenuItem } from '#shared/access/menu'
import type { Start } from '#shared/access/operator'

type Entry = Pick<MenuItem, 'path' | 'title'> & Partial<MenuItem>

/** A menu entry as the server would send it: a page, or with `children` a directory. */
export const menuItem = (menuId: number, { children, ...entry }: Entry): MenuItem => ({
  menuId,
  parentId: 0,
  menuType: children ? 'M' : 'C',
  menuName: `Entry${menuId}`,
  titleEn: '',
  icon: 'form',
  component: children ? 'Layout' : '/admin/sys-role/index',
  visible: '0',
  noCache: true,
  permission: '',
  sort: menuId,
  ...entry,
  ...(children && { children }),
})

/** Has the server answer these entries after the operator's own, in all windows of this browser. */
export async function addToMenu(page: Page, ...items: MenuItem[]) {
  const context = page.context()
  await context.route('**/api/v1/menurole', (route) => answerWith(route, (menu: MenuItem[]) => [...menu, ...items]))
  for (const call of ['start', 'login']) {
    await context.route(`**/api/v1/${call}`, (route) =>
      answerWith(route, (start: Start | null) => start && { ...start, menu: [...start.menu, ...items] }),
    )
  }
}

/** Takes back {@link addToMenu}. */
export async function restoreMenu(page: Page) {
  for (const call of ['menurole', 'start', 'login']) await page.context().unroute(`**/api/v1/${call}`)
}

/** Lets the server answer, and changes the data of what it says. */
export async function answerWith<Data>(route: Route, change: (data: Data) => Data) {
  const response = await route.fetch()
  const { data, ...envelope } = await response.json()
  await route.fulfill({ response, json: { ...envelope, data: change(data) } })
}

/** What stands at the top of an administrator's menu before anything is added to it. */
export const topLevel = ['首页', '扫码', ...menu.map(({ title }) => title)]

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: /^(主菜单|Main menu)$/ })
export const topMenu = (page: Page) => page.getByRole('navigation', { name: /^(顶部菜单|Top menu)$/ })

/** The menu's link to a page, be it in the sidebar or at the top; drawer and directory are opened when that is needed. */
export async function menuLink(page: Page, name: string, directory = '系统管理') {
  const isPhone = (page.viewportSize()?.width ?? 0) < MOBILE_BREAKPOINT_PX
  const isAway = isPhone && (await page.locator('.shell').getAttribute('data-sidebar')) === 'closed'
  if (isAway) await page.getByRole('button', { name: /^(展开菜单|Expand menu)$/ }).click()
  const link = mainMenu(page).getByRole('link', { name, exact: true })
  const closed = mainMenu(page).getByRole('button', { name: directory, exact: true, expanded: false })
  const linkAtTop = topMenu(page).getByRole('link', { name, exact: true })
  const directoryAtTop = topMenu(page).getByRole('button', { name: directory, exact: true })
  await link.or(closed).or(linkAtTop).or(directoryAtTop).first().waitFor()
  if (await link.isVisible()) return link
  if (await linkAtTop.isVisible()) return linkAtTop
  await closed.or(directoryAtTop).first().click()
  return link
}

/** Chooses a page in the menu. */
export const openPage = async (page: Page, name: string) => (await menuLink(page, name)).click()
