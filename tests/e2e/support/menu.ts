import type { Page } from '@playwright/test'
import type { MenuItem } from '#shared/schemas/menu'

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

/** Has the server answer these entries after the operator's own. */
export const addToMenu = (page: Page, ...items: MenuItem[]) =>
  page.route('**/api/v1/menurole', async (route) => {
    const answer = await route.fetch()
    const { data, ...envelope } = await answer.json()
    await route.fulfill({ response: answer, json: { ...envelope, data: [...data, ...items] } })
  })
