import { nameSchemas, z } from '../zod'
import { changeOf, Id, IdOrZero, Instant, name } from '../list/page'
import { listNames } from '../list/list-names'
import { viewSearch } from '../list/view-search'

/** Maximum number of views per user and list. */
export const MAX_VIEWS = 50
const MAX_SEARCH = 2000
/** In characters of JSON. */
const MAX_COLUMNS = 8192

const ListName = z.enum(listNames)

/** Filters, orders and group in the form of an address after `?`. */
const ViewSearch = z
  .string()
  .max(MAX_SEARCH)
  .meta({ examples: ['status=2&createdAtOrder=desc'] })
  .transform(viewSearch)

/**
 * Order, visibility, widths, pins and density of columns. The server stores them unchanged. Null: the built-in ones.
 */
export const ViewColumns = z
  .record(z.string().max(64), z.unknown())
  .refine((columns) => JSON.stringify(columns).length <= MAX_COLUMNS, 'field.invalid')
  .nullable()
export type ViewColumns = z.infer<typeof ViewColumns>

/** A view of a list, saved under a name. */
export const ViewInput = z.object({
  list: ListName,
  viewName: name(64).meta({ examples: ['本周待审'] }),
  search: ViewSearch,
  columns: ViewColumns.default(null),
})
export type ViewInput = z.infer<typeof ViewInput>

/** The changes of a view; its list stays. */
export const ViewChange = changeOf(ViewInput.omit({ list: true }))
export type ViewChange = z.infer<typeof ViewChange>

const ViewRole = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleNameEn: z.string(),
  /** True if the list opens with the view for holders of the role without a default of their own. */
  isDefault: z.boolean(),
})

export const View = z.object({
  viewId: z.int(),
  list: ListName,
  viewName: z.string(),
  search: z.string(),
  columns: ViewColumns,
  /** False for another user's view, shared with one of the caller's roles. */
  isOwn: z.boolean(),
  /** The name of its owner. */
  owner: z.string(),
  /** The roles that share it; empty for views of other users. */
  roles: z.array(ViewRole),
  updatedAt: Instant,
})
export type View = z.infer<typeof View>

/** The views of a list, and its state without parameters in the address. */
export const ListViews = z.object({
  /** The caller's views first, each kind by name. */
  views: z.array(View),
  /** The view that the list opens with: the caller's default, else that of a role; null for the built-in view. */
  defaultViewId: z.int().nullable(),
  /** True if the caller chose that default. */
  isOwnDefault: z.boolean(),
  /** The caller's last arrangement of columns; null if there is none. */
  columns: ViewColumns,
})
export type ListViews = z.infer<typeof ListViews>

export const ListParam = z.object({ list: ListName })

/** The view that a list opens with: an id, 0 for the built-in view, null for the default of the caller's roles. */
export const DefaultView = z.object({
  list: ListName,
  viewId: IdOrZero.nullable(),
})
export type DefaultView = z.infer<typeof DefaultView>

export const ListColumns = z.object({ list: ListName, columns: ViewColumns })
export type ListColumns = z.infer<typeof ListColumns>

/** The roles that share a view. */
export const ViewShare = z.object({
  roles: z.array(z.object({ roleId: Id, isDefault: z.boolean().default(false) })).max(50),
})
export type ViewShare = z.infer<typeof ViewShare>

/** The roles that a view can be shared with. */
export const ShareRole = ViewRole.omit({ isDefault: true })
export type ShareRole = z.infer<typeof ShareRole>

nameSchemas({ ListName, ViewInput, ViewChange, View, ListViews, DefaultView, ListColumns, ViewShare, ShareRole })
