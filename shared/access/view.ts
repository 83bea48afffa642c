import { nameSchemas, z } from '../zod'
import { changeOf, Id, IdOrZero, Instant, name } from '../list/page'
import { listNames } from '../list/list-names'
import { viewSearch } from '../list/view-search'

/** The most views that one user has of one list. */
export const MAX_VIEWS = 50
const MAX_SEARCH = 2000
/** In characters of JSON. */
const MAX_COLUMNS = 8192

const ListName = z.enum(listNames)

/** Filters, orders and group, as an address writes them after `?`. */
const ViewSearch = z
  .string()
  .max(MAX_SEARCH)
  .meta({ examples: ['status=2&createdAtOrder=desc'] })
  .transform(viewSearch)

/** Order, visibility, widths, pins and density of columns; the server stores them as they are. Null: those built in. */
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

/** The same for a view that is there; its list stays. */
export const ViewChange = changeOf(ViewInput.omit({ list: true }))
export type ViewChange = z.infer<typeof ViewChange>

const ViewRole = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleNameEn: z.string(),
  /** Whether the list opens with the view for holders of the role who have chosen no view of their own. */
  isDefault: z.boolean(),
})

export const View = z.object({
  viewId: z.int(),
  list: ListName,
  viewName: z.string(),
  search: z.string(),
  columns: ViewColumns,
  /** False for a view of somebody else that is shared with one of the caller's roles. */
  isOwn: z.boolean(),
  /** What its owner is called. */
  owner: z.string(),
  /** The roles that it is shared with; of views of others none are told. */
  roles: z.array(ViewRole),
  updatedAt: Instant,
})
export type View = z.infer<typeof View>

/** What a list opens with where its address says nothing. */
export const ListViews = z.object({
  /** The own ones first, each kind by name. */
  views: z.array(View),
  /** The view that the list opens with: the own default, else that of a role; null for the built-in view. */
  defaultViewId: z.int().nullable(),
  /** Whether the caller has chosen that default. */
  isOwnDefault: z.boolean(),
  /** The columns as the caller last arranged them; null where they never did. */
  columns: ViewColumns,
})
export type ListViews = z.infer<typeof ListViews>

export const ListParam = z.object({ list: ListName })

/** With what a list opens: an id, 0 for the built-in view, null for that of the own roles. */
export const DefaultView = z.object({
  list: ListName,
  viewId: IdOrZero.nullable(),
})
export type DefaultView = z.infer<typeof DefaultView>

export const ListColumns = z.object({ list: ListName, columns: ViewColumns })
export type ListColumns = z.infer<typeof ListColumns>

/** With whom a view is shared. */
export const ViewShare = z.object({
  roles: z.array(z.object({ roleId: Id, isDefault: z.boolean().default(false) })).max(50),
})
export type ViewShare = z.infer<typeof ViewShare>

/** The roles that a view can be shared with. */
export const ShareRole = ViewRole.omit({ isDefault: true })
export type ShareRole = z.infer<typeof ShareRole>

nameSchemas({ ListName, ViewInput, ViewChange, View, ListViews, DefaultView, ListColumns, ViewShare, ShareRole })
