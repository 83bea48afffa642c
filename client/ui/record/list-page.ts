import type { ComponentType } from 'react'
import type { Status } from '#shared/constants'
import type { CountTextKey, PlainTextKey } from '#shared/i18n/text'
import type { ListName } from '#shared/list/list-names'
import type { PermissionTag } from '#shared/permissions'
import type { Page } from '#shared/list/page'
import type { BulkField } from '../bulk/bulk-field'
import type { Grouping } from '../group/grouping'
import type { Column } from '../table/column'
import type { AnyStatus } from './is-on'
import type { RowActions, RowEntry } from './RecordActions'
import type { RecordFormProps } from './RecordDialog'
import type { TreeMove, TreeRow } from '../tree/tree-rows'
import type { ListQuery } from '../table/useListQuery'
import type { T } from '../useText'

/** A part that is fetched before it is opened: `part` or `dialogPart` makes it. */
export type Opening<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

export type FiltersProps<Query> = {
  query: Query
  /** Changes some filters and goes to the first page. */
  filter: (change: { [Name in keyof Query]?: Query[Name] | undefined }) => void
}

export type DetailsProps<Row> = { row: Row; onClose: () => void }

/** The props of a dialog of a row's menu. `onSaved` reloads the lists and does not close the dialog. */
export type RowDialogProps<Row> = { row: Row; onSaved: () => void; onClose: () => void }

/** An entry of the rows' menu, besides editing, status and deleting: it does something, or opens a dialog. */
export type RowAction<Row> = Omit<RowEntry<Row>, 'onSelect'> & {
  /** Operators without this tag do not see the entry. */
  tag?: PermissionTag
} & ({ onSelect: (row: Row, refresh: () => void) => void } | { Dialog: Opening<RowDialogProps<Row>> })

/** Something that is done with all ticked rows at once. */
export type BulkAction<Row> = {
  key: string
  /** `Restore {count} records` */
  label: CountTextKey
  /** Operators without this tag do not see the action. */
  tag?: PermissionTag
  onSelect: (rows: readonly Row[], onDone: () => void) => void
}

export type ResourceForm<Query> = RecordFormProps & {
  /** The filters that the page sets by itself. */
  fixed?: Partial<Query> | undefined
  /** Of a tree: below which row a new one is to stand. */
  parentId?: number | undefined
}

/** The common parts of a page of records and a page of a tree. Declare it once, outside of components. */
export type ResourceBase<Row, Query extends ListQuery> = {
  /** Tells its list and its choice of columns from those of others. */
  name: ListName
  id: (row: Row) => number
  /** The display name of a row: in questions, toasts and names of controls. */
  label: (row: Row) => string
  words: {
    title: PlainTextKey
    intro?: PlainTextKey
    /** The noun for one record inside a sentence. Without it nothing can be created here. */
    noun?: PlainTextKey
    /** `Delete {count} roles`; without it records are spoken of. */
    remove?: CountTextKey
    empty?: PlainTextKey
    /** The title of the import dialog; without it, a general one. */
    import?: PlainTextKey
  }
  /** An action without a tag here is not offered, nor one whose tag the operator does not hold. */
  tags?: Partial<Record<'add' | 'query' | 'edit' | 'remove' | 'export' | 'import', PermissionTag>>
  /** Below `/api/v1`, where exports and imports lie, and how records go and come back. */
  api: {
    path?: string
    remove?: (ids: readonly number[]) => Promise<unknown>
    restore?: (ids: readonly number[]) => Promise<unknown>
    update?: (id: number, change: never) => Promise<unknown>
  }
  columns: (t: T, actions: RowActions<Row>) => Column<Row, Query>[]
  Filters?: ComponentType<FiltersProps<Query>>
  /** Makes and changes a record. Whoever may change it must also be able to read it, by the tag `query`. */
  Form?: Opening<ResourceForm<Query>>
  /** Fields that may be changed on several ticked rows at once. */
  bulkFields?: readonly BulkField[]
  /** Fields that the list can be grouped by. */
  groupings?: readonly Grouping[]
  setStatus?: (row: Row, status: Status) => Promise<unknown>
  /** Which status a row has; without it the one under `status`. */
  status?: (row: Row) => AnyStatus
  /** True for a record that can be neither disabled, deleted nor ticked. */
  isFixed?: (row: Row) => boolean
  actions?: readonly RowAction<Row>[]
  /** Bulk actions on ticked rows, besides deletion. */
  bulk?: readonly BulkAction<Row>[]
  /** All of a record that is only to be read. */
  Details?: Opening<DetailsProps<Row>>
  /** Further buttons of the head, before those that every page has. */
  Extras?: ComponentType<{ query: Query; refresh: () => void }>
  /** Replaces deletion by another action, such as ending sessions. It also asks for confirmation. */
  remove?: (rows: readonly Row[], onDone: () => void) => Promise<void>
}

/** A resource whose records stand in a list that the server filters, sorts and pages. */
export type Resource<Row, Query extends ListQuery> = ResourceBase<Row, Query> & {
  api: { list: (query: Query, signal: AbortSignal) => Promise<Page<Row>> }
}

/** A resource whose records form a tree, which arrives as a whole and is filtered in the browser. */
export type TreeResource<Row extends TreeRow<Row>, Query extends ListQuery> = ResourceBase<Row, Query> & {
  api: { list: (signal: AbortSignal) => Promise<readonly Row[]> }
  /** True for the rows that the filters of the address ask for; those above them are shown as well. */
  matches: (row: Row, query: Query) => boolean
  /** True when a new record can be made below another one: the form is told `parentId`. */
  hasChildForm?: boolean
  canHaveChildren?: (row: Row) => boolean
  /** Which rows begin folded; without it all of a long tree and none of a short one. */
  beginsFolded?: (row: Row) => boolean
  /** Puts rows into another order, or below another row. */
  onMove?: (move: TreeMove) => Promise<unknown>
  /** True if `row` may stand below `parent`; undefined is the top. A row never stands below itself. */
  canMove?: (row: Row, parent: Row | undefined) => boolean
}
