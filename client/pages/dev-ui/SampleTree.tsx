import { ALL_PERMISSIONS } from '#shared/permissions'
import { session } from '../../stores/session'
import type { Column } from '../../ui/table/column'
import { hasRowActions, RecordActions, type RowActions } from '../../ui/record/RecordActions'
import type { FiltersProps, TreeResource } from '../../ui/record/list-page'
import { RowLink } from '../../ui/table/RowLink'
import { SearchBox } from '../../ui/input/SearchBox'
import { StatusFilter, StatusTag } from '../../ui/record/status'
import { toast } from '../../ui/overlay/toast'
import { TreePage } from '../../ui/tree/TreePage'
import type { T } from '../../ui/useText'
import { placeApi, type SamplePlace, type SamplePlaceQuery } from './tree'

const columns = (t: T, actions: RowActions<SamplePlace>): Column<SamplePlace, SamplePlaceQuery>[] => [
  {
    id: 'name',
    header: '部门 Department',
    canHide: false,
    cell: (row) => (
      <RowLink row={row} onOpen={({ name }) => toast.show(name)}>
        {row.name}
      </RowLink>
    ),
  },
  { id: 'head', header: '负责人 Head', cell: (row) => row.head },
  { id: 'people', header: '人数 People', align: 'end', cell: (row) => row.people },
  { id: 'status', header: '状态 Status', cell: (row) => <StatusTag value={row.status} /> },
  ...(hasRowActions(actions)
    ? [
        {
          id: 'actions',
          header: t('record.actions'),
          cell: (row: SamplePlace) => <RecordActions row={row} name={row.name} status={row.status} {...actions} />,
        },
      ]
    : []),
]

const places: TreeResource<SamplePlace, SamplePlaceQuery> = {
  name: 'sample-tree',
  id: ({ id }) => id,
  label: ({ name }) => name,
  words: { title: 'dept.title' },
  tags: { edit: 'admin:sysDept:edit', remove: 'admin:sysDept:remove' },
  api: { list: placeApi.list, remove: placeApi.remove, restore: placeApi.restore },
  columns,
  Filters,
  matches: ({ name, status }, query) =>
    name.toLowerCase().includes((query.name ?? '').toLowerCase()) && (!query.status || query.status === status),
  setStatus: placeApi.setStatus,
  onMove: placeApi.move,
}

function Filters({ query, filter }: FiltersProps<SamplePlaceQuery>) {
  return (
    <>
      <SearchBox label="部门 Department" value={query.name ?? ''} onSearch={(name) => filter({ name })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}

// Nobody is signed in out here: whoever looks may do everything.
if (session.permissions.length === 0) session.permissions = [ALL_PERMISSIONS]

/** The page of a tree: moved by dragging its rows, by Alt+↑ and Alt+↓, and by the entries of their menus. */
export const SampleTree = () => <TreePage of={places} />
