import { nameSchemas, z } from '../zod'
import { menuTypes } from '../constants'
import { isMenuPath, menuFaults } from './menu-rules'
import { permissionTags } from '../permission-tags'
import { ApiRoute } from '../admin/api'
import {
  changeOf,
  Choice,
  Id,
  IdOrZero,
  Instant,
  line,
  name,
  optionalLine,
  orEmpty,
  SeenOrder,
  sortNumber,
} from '../list/page'

/** A menu entry in the answer of GET /menurole. */
export const MenuItem = z.object({
  menuId: z.int(),
  parentId: z.int(),
  menuType: z.enum(menuTypes),
  /** Name of the route. */
  menuName: z.string(),
  title: z.string(),
  /** Title in English; empty if none was given. */
  titleEn: z.string(),
  /** Search keys of a Chinese title: its pinyin without tones and its initials, such as `jueseguanli jsgl`. */
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
  /** The target of a directory's address; `noRedirect`: none. */
  redirect: z.string().optional(),
  /** Path of the entry to mark while this page is shown, if the page has no entry of its own. */
  activeMenu: z.string().optional(),
  /** `false` leaves the entry out of the breadcrumb of the pages below it. */
  breadcrumb: z.string().optional(),
  /** True shows a directory as such even if only one of its pages is shown. */
  alwaysShow: z.boolean().optional(),
  /** True opens the tab of the page at the start; it cannot be closed. */
  affix: z.boolean().optional(),
  get children() {
    return z.array(MenuItem).optional()
  },
})
export type MenuItem = z.infer<typeof MenuItem>

/** All menu entries for a selection, and the entries of a role. */
export const RoleMenus = z.object({
  menus: z.array(Choice),
  checkedKeys: z.array(z.int()),
  /** Entries with permissions that the operator lacks. */
  beyondOwn: z.array(z.int()),
  /** True if the operator may give the data scope of all data. */
  allData: z.boolean(),
})
export type RoleMenus = z.infer<typeof RoleMenus>

/** 0 is the top. */
const ParentId = IdOrZero

const isOneOf = (names: readonly string[]) => (value: string) => value === '' || names.includes(value)

/**
 * The fields of an entry that an operator may set. Its type decides which of them have a meaning: see `menu-rules.ts`.
 */
const menuFields = z.object({
  parentId: ParentId.default(0),
  menuType: z.enum(menuTypes).meta({ examples: ['C'] }),
  title: name(64).meta({ examples: ['检验记录'] }),
  titleEn: optionalLine(64),
  /** Name of the route; unique among pages. */
  menuName: orEmpty(
    line(64)
      .regex(/^([A-Za-z][\w-]*)?$/, 'menu.nameFormat')
      .meta({ examples: ['QcValueBase'] }),
  ),
  /** One of `menuIconNames`. Other clients of the API family have more icons; this client draws those as a dot. */
  icon: orEmpty(
    line(64)
      .regex(/^[\w-]*$/, 'menu.unknownIcon')
      .meta({ examples: ['documentation'] }),
  ),
  path: orEmpty(
    line(255)
      .refine((path) => path === '' || isMenuPath(path), 'menu.badPath')
      .meta({ examples: ['/caliper/qc/value-base'] }),
  ),
  component: orEmpty(line(128).meta({ examples: ['/qc/value-base/index'] })),
  /** '0' means shown. */
  visible: z
    .enum(['0', '1'])
    .or(z.literal([0, 1]).transform((visible) => (visible === 0 ? '0' : '1')))
    .nullish()
    .transform((visible) => visible ?? '0')
    .meta({ canonical: z.enum(['0', '1']) }),
  noCache: z
    .boolean()
    .nullish()
    .transform((noCache) => noCache ?? false)
    .meta({ canonical: z.boolean() }),
  permission: orEmpty(
    line(128)
      .refine(isOneOf(permissionTags), 'menu.unknownTag')
      .meta({ examples: ['qc:record:list'] }),
  ),
  sort: sortNumber,
  /** Path of the entry to mark while this page is shown. */
  activeMenu: orEmpty(
    line(255)
      .refine((path) => path === '' || (path.startsWith('/') && isMenuPath(path)), 'menu.badPath')
      .meta({ examples: ['/caliper/qc/value-base'] }),
  ),
})

/** Checks the whole entry even if single fields are wrong. So one answer reports all missing fields. */
export const MenuInput = menuFields.superRefine(
  (entry, { addIssue }) => {
    for (const { field, key } of menuFaults(entry)) {
      addIssue({ code: 'custom', path: [field], message: key, input: entry[field] })
    }
  },
  { when: ({ value }) => menuFields.shape.menuType.safeParse(Object(value).menuType).success },
)
export type MenuInput = z.infer<typeof MenuInput>

/** The changes of an entry. Fields that are left out stay. */
export const MenuChange = changeOf(menuFields)
export type MenuChange = z.infer<typeof MenuChange>

/** All children of an entry, 0 for the top, in their new order. Entries from other places move there. */
export const MenuOrder = z.object({ parentId: ParentId, order: z.array(Id).min(1).max(2000), seen: SeenOrder })
export type MenuOrder = z.infer<typeof MenuOrder>

export const MenuQuery = z.object({
  /** Contained in a title, in any letter case. */
  title: line(64).optional(),
  visible: z.enum(['0', '1']).optional(),
})
export type MenuQuery = z.infer<typeof MenuQuery>

const MenuEntry = z.object({
  menuId: z.int(),
  parentId: z.int(),
  menuType: z.enum(menuTypes),
  menuName: z.string(),
  title: z.string(),
  titleEn: z.string(),
  icon: z.string(),
  path: z.string(),
  component: z.string(),
  visible: z.string(),
  noCache: z.boolean(),
  permission: z.string(),
  sort: z.int(),
  activeMenu: z.string(),
  /** Ids from the top down, such as `/0/2/3`. */
  paths: z.string(),
  /** '0' if the path leads to another site. */
  isFrame: z.enum(['0', '1']),
  /** Ids of the routes that need the entry's permission. */
  apis: z.array(z.int()),
  /** The routes of `apis`. */
  sysApi: z.array(ApiRoute),
  /** Roles with the entry. The administrator role is left out: it has every permission. */
  roleNames: z.array(z.string()),
  /** The English names; the other name for a role without one. */
  roleNamesEn: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  /** Fields of the API family without an effect. */
  breadcrumb: z.string(),
  action: z.string(),
  params: z.string(),
  dataScope: z.string(),
})

/** An entry for the managers of the menu. */
export const Menu = MenuEntry.extend({
  get children() {
    return z.array(Menu).optional()
  },
})
export type Menu = z.infer<typeof Menu>

export const MenuDetail = MenuEntry
export type MenuDetail = z.infer<typeof MenuDetail>

nameSchemas({ RoleMenus, MenuInput, MenuChange, MenuOrder, MenuDetail, MenuItem, Menu })
