import type { ReactNode } from 'react'
import type { ListName } from '#shared/list/list-names'
import type { Granted } from '#shared/permissions'
import type { Field, Resource } from '#shared/resource'
import { declaredBulkFields } from '../bulk/bulk-field'
import { declaredGroupings } from '../group/grouping'
import type { Column } from '../table/column'
import { filterBar, searchFilter, statusFilter } from './filter-bar'
import { actionsColumn } from './actions-column'
import type { RowActions } from './RecordActions'
import type { Resource as ListPage, TreeResource as TreePage } from './list-page'
import type { TreeRow } from '../tree/tree-rows'
import { localizedNameNow } from '../qc/localized-name'
import { RowLink } from '../table/RowLink'
import { InlineNumber, StatusCell } from './inline'
import { StatusTag } from './status'
import { Time } from '../time'
import type { ListQuery } from '../table/useListQuery'
import type { T } from '../useText'

/** The parts of a declaration that a page uses. A read-only list needs no more than this. */
type Listed = Pick<Resource, 'name' | 'listKey' | 'id' | 'label' | 'keyword' | 'fields'> &
  Granted & { texts: Omit<Resource['texts'], 'one'> }
type Cells<Row> = { [Name in keyof Row & string]?: (row: Row, t: T, actions: RowActions<Row>) => ReactNode }
type Derived = 'name' | 'id' | 'label' | 'words' | 'tags' | 'columns' | 'Filters' | 'groupings' | 'bulkFields'
type Options<Row, Page extends { [Name in Derived]?: unknown }> = Omit<Page, Derived> &
  Partial<Pick<Page, Derived>> & {
    /** Cells that differ from the declaration. */
    cells?: Cells<Row>
  }

/** The list page of a declared resource; `options` add the calls, the form and other irregular parts. */
export const listPage = <Row extends object, Query extends ListQuery>(
  resource: Listed,
  { cells, ...options }: Options<Row, ListPage<Row, Query>>,
): ListPage<Row, Query> => ({ ...derived(resource, options, cells), ...options })

/** The page of a resource whose records form a tree. */
export const treePage = <Row extends TreeRow<Row>, Query extends ListQuery>(
  resource: Listed,
  { cells, ...options }: Options<Row, TreePage<Row, Query>>,
): TreePage<Row, Query> => ({ ...derived(resource, options, cells), ...options })

function derived<Row extends object, Query extends ListQuery>(
  resource: Listed,
  { label = labelOf<Row>(resource), isFixed }: Partial<Pick<ListPage<Row, Query>, 'label' | 'isFixed'>>,
  cells: Cells<Row> = {},
): Pick<ListPage<Row, Query>, Derived> {
  const { name, listKey = name, texts, tags } = resource
  return {
    name: listKey as ListName, // a test checks this for every declaration
    id: (row) => Number(row[resource.id as keyof Row]),
    label,
    words: texts,
    tags: tags.list ? { query: tags.list, ...tags } : tags,
    columns: (t, actions) => columnsOf({ resource, cells, label, isFixed }, t, actions),
    Filters: declaredFilters<Query>(resource),
    groupings: declaredGroupings(resource),
    bulkFields: declaredBulkFields(resource),
  }
}

/** The fields that name a record. */
export type Labelled = Pick<Resource, 'label' | 'fields'>

/** The display name of a row, in the operator's language. */
export const labelOf =
  <Row extends object>(resource: Labelled) =>
  (row: Row) =>
    textIn(row, resource.label, resource.fields[resource.label])

function textIn<Row extends object>(row: Row, name: string, field: Field | undefined): string {
  const values = row as Record<string, unknown> // a field of the declaration is one of the row
  const text = String(values[name] ?? '')
  return field?.en ? localizedNameNow({ name: text, nameEn: String(values[field.en] ?? '') }) : text
}

type Declared<Row> = {
  resource: Listed
  cells: Cells<Row>
  label: (row: Row) => string
  isFixed: ((row: Row) => boolean) | undefined
}

function columnsOf<Row extends object, Query extends ListQuery>(
  { resource: { fields }, cells, label, isFixed }: Declared<Row>,
  t: T,
  actions: RowActions<Row>,
): Column<Row, Query>[] {
  const columns = Object.entries(fields).flatMap(([name, field]): Column<Row, Query>[] => {
    if (field.column === 'never') return []
    const cell = cells[name as keyof Row & string]
    return [
      {
        id: field.columnId ?? name,
        header: t(field.text),
        ...(field.sort && { sortable: true as const }),
        ...(field.column === 'always' && { canHide: false }),
        ...(field.as === 'number' && { align: 'end' as const }),
        priority: priorityOf(name, field),
        cell: (row) => (cell ? cell(row, t, actions) : cellOf(row, name, field, { t, actions, label, isFixed })),
      },
    ]
  })
  const status = (row: Row) => ('status' in row ? { status: Number(row.status) } : {})
  return [
    ...columns,
    ...actionsColumn<Row, Query>(t, actions, (row) => ({
      name: label(row),
      ...status(row),
      isFixed: isFixed?.(row) ?? false,
    })),
  ]
}

/** The state of a record is most important; its date of creation and remarks are least. */
const priorityOf = (name: string, { as, priority }: Field): 1 | 2 | 3 =>
  priority ?? (as === 'status' ? 1 : as === 'instant' || name === 'remark' ? 3 : 2)

/** Longer texts are cut after two lines; the tooltip and the form show them in full. */
const LONG_TEXT = 40

/** A value in its format; a dash for none. */
function cellOf<Row extends object>(
  row: Row,
  name: string,
  field: Field,
  { t, actions, label, isFixed }: Pick<Declared<Row>, 'label' | 'isFixed'> & { t: T; actions: RowActions<Row> },
): ReactNode {
  const value = row[name as keyof Row] as unknown
  const { as = 'text' } = field
  if (as === 'name') {
    return (
      <RowLink row={row} onOpen={actions.onEdit ?? actions.onOpen}>
        {label(row)}
      </RowLink>
    )
  }
  const isEditable = field.bulk && !isFixed?.(row)
  if (as === 'status') {
    return isEditable ? (
      <StatusCell row={row} name={label(row)} value={Number(value)} actions={actions} />
    ) : (
      <StatusTag value={Number(value)} />
    )
  }
  const { onNumber } = actions
  if (as === 'number' && isEditable && onNumber) {
    return <InlineNumber name={label(row)} value={Number(value)} onChange={(next) => onNumber(row, name, next)} />
  }
  if (value === null || value === undefined || value === '') return '-'
  if (as === 'code') return <code>{String(value)}</code>
  if (as === 'instant') return <Time value={String(value)} />
  if (as === 'number') return String(value) // a decimal keeps its digits
  if (as === 'text') {
    const text = textIn(row, name, field)
    if (text.length <= LONG_TEXT) return text || '-'
    return (
      <span className="cell-sized" title={text}>
        {text}
      </span>
    )
  }
  const text = as[String(value)]
  return text ? t(text) : String(value)
}

/** A search box for each searchable field, a choice for the status. */
const declaredFilters = <Query extends ListQuery>({ keyword, fields }: Listed) =>
  filterBar<Query>(
    ...(keyword ? [searchFilter('keyword' as keyof Query & string, keyword.text)] : []),
    ...Object.entries(fields).flatMap(([name, { filter, as, text }]) => {
      if (filter === 'contains') return [searchFilter(name as keyof Query & string, text)]
      return filter === 'equals' && as === 'status' ? [statusFilter<Query>()] : []
    }),
  )
