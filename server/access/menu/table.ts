import type { MenuType } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function menuTables(k: Columns) {
  const menus = k.table(
    'sys_menu',
    {
      menuId: k.id('menu_id'),
      /** 0 at the top. */
      parentId: k.int('parent_id').notNull().default(0),
      menuType: k.text('menu_type').$type<MenuType>().notNull(),
      menuName: k.text('menu_name').notNull().default(''),
      title: k.text('title').notNull(),
      titleEn: k.text('title_en').notNull().default(''),
      icon: k.text('icon').notNull().default(''),
      path: k.text('path').notNull().default(''),
      component: k.text('component').notNull().default(''),
      visible: k.text('visible').notNull().default('0'),
      noCache: k.bool('no_cache').notNull().default(false),
      permission: k.text('permission').notNull().default(''),
      sort: k.int('sort').notNull().default(0),
      /** Path of the entry to mark while this page is shown; empty: its own. */
      activeMenu: k.text('active_menu').notNull().default(''),
      createdAt: k.time('created_at').notNull().default(0),
      updatedAt: k.time('updated_at').notNull().default(0),
    },
    (t) => [k.index('sys_menu_parent').on(t.parentId, t.sort)],
  )
  return { menus }
}
export type MenuTables = ReturnType<typeof menuTables>
