import { z } from '../zod'
import { menuTypes } from '../constants'
import { Choice } from './page'

/** A menu entry as GET /menurole sends it. */
export const MenuItem = z.object({
  menuId: z.int(),
  parentId: z.int(),
  menuType: z.enum(menuTypes),
  /** Name of the route. */
  menuName: z.string(),
  title: z.string(),
  /** Title in English; empty where none was given. */
  titleEn: z.string(),
  /** What else finds a Chinese title: its pinyin without tones and its initials, such as `jueseguanli jsgl`. */
  titleKeys: z.string().optional(),
  icon: z.string(),
  /** Absolute, or relative to the parent; http(s) opens a new window. */
  path: z.string(),
  /** `Layout` for the shell, any other value names a view. */
  component: z.string(),
  /** '0' means shown, any other value hidden. */
  visible: z.string(),
  noCache: z.boolean(),
  permission: z.string(),
  sort: z.int(),
  /** Where the address of a directory leads; `noRedirect`: nowhere. */
  redirect: z.string().optional(),
  /** Path of the entry to mark while this page is shown, where it has none of its own. */
  activeMenu: z.string().optional(),
  /** `false` leaves the entry out of the way to the pages below it. */
  breadcrumb: z.string().optional(),
  /** True shows a directory as such though only one of its pages is shown. */
  alwaysShow: z.boolean().optional(),
  /** True has the page's tab there from the start; it cannot be closed. */
  affix: z.boolean().optional(),
  get children() {
    return z.array(MenuItem).optional()
  },
})
export type MenuItem = z.infer<typeof MenuItem>

/** All menu entries to choose from, and those a role was given. */
export const RoleMenus = z.object({ menus: z.array(Choice), checkedKeys: z.array(z.int()) })
export type RoleMenus = z.infer<typeof RoleMenus>
