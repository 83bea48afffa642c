import type { ComponentType } from 'react'
import type { Status } from '#shared/constants'
import type { CountTextKey } from '#shared/i18n/text'
import type { ListName } from '#shared/list/list-names'
import type { PermissionTag } from '#shared/permissions'
import type { Page } from '#shared/list/page'
import type { Resource as Declaration } from '#shared/resource'
import type { BulkField } from '../bulk/bulk-field'
import type { Grouping } from '../group/grouping'
import type { Column } from '../table/column'
import type { AnyStatus } from './is-on'
import type { RowActions, RowEntry } from './RecordActions'
import type { RecordFormProps } from './RecordDialog'
import type { TreeMove, TreeRow } from '../tree/tree-rows'
import type { ListQuery } from '../table/useListQuery'
import type { T } from '../useText'

/** A part that is loaded before it is opened: made by `part` or `dialogPart`. */
export type Opening<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

export type FiltersProps<Query> = {
  query: Query
  /** Changes some filters and goes to the first page. */
  filter: (change: { [Name in keyof Query]?: Query[Name] | undefined }) => void
}

export type DetailsProps<Row> = { row: Row; onClose: () => void }

/** The props of a dialog of a row's menu. `onSaved` reloads the lists and does not close the dialog. */
export type RowDialogProps<Row> = { row: Row; onSaved: () => void; onClose: () => void }

/** A row menu entry, besides editing, status and deleting: it runs an action, or opens a dialog. */
export type RowAction<Row> = Omit<RowEntry<Row>, 'onSelect'> & {
  /** Operators without this tag, or any of these, do not see the entry. */
  tag?: PermissionTag | readonly PermissionTag[]
} & ({ onSelect: (row: Row, refresh: () => void) => void } | { Dialog: Opening<RowDialogProps<Row>> })

/** An action on all ticked rows. */
export type BulkAction<Row> = {
  key: string
  /** `Restore {count} records` */
  label: CountTextKey
  /** Operators without this tag do not see the action. */
  tag?: PermissionTag
  onSelect: (rows: readonly Row[], onDone: () => void) => void
}

export type ResourceForm<Query> = RecordFormProps & {
  /** Filters set by the page. */
  fixed?: Partial<Query> | undefined
  /** For trees: the parent of a new row. */
  parentId?: number | undefined
}

/** The common parts of a page of records and a page of a tree. Declare it once, outside of components. */
export type ResourceBase<Row, Query extends ListQuery> = {
  /** Identifies its list and its column layout. */
  name: ListName
  id: (row: Row) => number
  /** The display name of a row: in questions, toasts and names of controls. */
  label: (row: Row) => string
  words: Omit<Declaration['texts'], 'one'>
  /** An action without a tag here is not offered, nor one whose tag the operator does not hold. */
  tags?: Partial<Record<'add' | 'query' | 'edit' | 'remove' | 'export' | 'import', PermissionTag>>
  /** The path below `/api/v1` for exports and imports, and the calls that delete, restore and update records. */
  api: {
    path?: string
    remove?: (ids: readonly number[]) => Promise<unknown>
    restore?: (ids: readonly number[]) => Promise<unknown>
    update?: (id: number, change: never) => Promise<unknown>
  }
  columns: (t: T, actions: RowActions<Row>) => Column<Row, Query>[]
  Filters?: ComponentType<FiltersProps<Query>>
  /** Creates and changes a record. Changing also needs the right to read it, by the tag `query`. */
  Form?: Opening<ResourceForm<Query>>
  /** Fields that can be changed on several ticked rows at once. */
  bulkFields?: readonly BulkField[]
  /** Fields that the list can be grouped by. */
  groupings?: readonly Grouping[]
  setStatus?: (row: Row, status: Status) => Promise<unknown>
  /** The status of a row; without it, its field `status`. */
  status?: (row: Row) => AnyStatus
  /** True for a record that can be neither disabled, deleted nor ticked. */
  isFixed?: (row: Row) => boolean
  actions?: readonly RowAction<Row>[]
  /** Bulk actions on ticked rows, besides deletion. */
  bulk?: readonly BulkAction<Row>[]
  /** A read-only view of a record. */
  Details?: Opening<DetailsProps<Row>>
  /** Further buttons of the head, before the common ones. */
  Extras?: ComponentType<{ query: Query; refresh: () => void }>
  /** Replaces deletion by another action, such as ending sessions. It also asks for confirmation. */
  remove?: (rows: readonly Row[], onDone: () => void) => Promise<void>
}

/** A resource with a list that the server filters, sorts and pages. */
export type Resource<Row, Query extends ListQuery> = ResourceBase<Row, Query> & {
  api: { list: (query: Query, signal: AbortSignal) => Promise<Page<Row>> }
}

/** A resource whose records form a tree; the whole tree is loaded, and filtered in the browser. */
export type TreeResource<Row extends TreeRow<Row>, Query extends ListQuery> = ResourceBase<Row, Query> & {
  api: { list: (signal: AbortSignal) => Promise<readonly Row[]> }
  /** True for rows that match the filters of the address; their ancestors are shown as well. */
  matches: (row: Row, query: Query) => boolean
  /** True if a new record can be made below another one: the form gets `parentId`. */
  hasChildForm?: boolean
  canHaveChildren?: (row: Row) => boolean
  /** The rows that begin folded; without it, all rows of a long tree and none of a short one. */
  beginsFolded?: (row: Row) => boolean
  /** Reorders rows, or moves them below another row. */
  onMove?: (move: TreeMove) => Promise<unknown>
  /** True if `row` may stand below `parent`; undefined is the top. A row never stands below itself. */
  canMove?: (row: Row, parent: Row | undefined) => boolean
}
