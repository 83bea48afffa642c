import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Status } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { session } from '../../stores/session'
import type { Column } from '../../ui/table/column'
import { actionsColumn } from '../../ui/record/actions-column'
import type { RowActions } from '../../ui/record/RecordActions'
import type { TreeResource } from '../../ui/record/list-page'
import { RowLink } from '../../ui/table/RowLink'
import { SearchBox } from '../../ui/input/SearchBox'
import { StatusFilter, StatusTag } from '../../ui/record/status'
import { toast } from '../../ui/overlay/toast'
import { TreePage } from '../../ui/tree/TreePage'
import type { T } from '../../ui/useText'
import { withMove, type TreeMove } from '../../ui/tree/tree-rows'
import type { ListQuery } from '../../ui/table/useListQuery'

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
  ...actionsColumn<SamplePlace, SamplePlaceQuery>(t, actions, ({ name, status }) => ({ name, status })),
]

// Nobody is signed in out here: whoever looks may do everything.
if (session.permissions.length === 0) session.permissions = [ALL_PERMISSIONS]

/** The page of a tree: moved by dragging its rows, by Alt+↑ and Alt+↓, and by the entries of their menus. */
export const SampleTree = () => <TreePage of={places} />

type SamplePlace = {
  id: number
  name: string
  head: string
  people: number
  status: Status
  children?: SamplePlace[]
}

type SamplePlaceQuery = ListQuery & { name?: string; status?: Status | undefined }

const place = (id: number, name: string, head: string, people: number, children: SamplePlace[] = []): SamplePlace => ({
  id,
  name,
  head,
  people,
  status: id % 7 === 5 ? '1' : '2',
  children,
})

let rows: SamplePlace[] = [
  place(1, '总公司 Head office', '陈静', 310, [
    place(2, '生产部 Production', '刘洋', 190, [
      place(3, '机加车间 Machining', '赵磊', 96, [
        place(4, '车削组 Turning', '孙悦', 31),
        place(5, '磨削组', '周凯', 24),
      ]),
      place(6, '装配车间 Assembly', '吴迪', 88),
    ]),
    place(7, '质量部 Quality', '王芳', 42, [
      place(8, '来料检验 Incoming', '郑爽', 12),
      place(9, '计量室 Metrology', '冯宇', 9),
    ]),
    place(10, '采购部 Purchasing', '何洁', 14),
  ]),
  place(11, '二厂 Second plant', '高远', 120, [place(12, '质量组 Quality group', '林娜', 15)]),
]

const later = () => new Promise((resolve) => setTimeout(resolve, 300))

/** Answers like a server, after a while. What is deleted comes back by undo. */
const placeApi = {
  async list() {
    await later()
    return rows
  },
  async move(move: TreeMove) {
    await later()
    rows = withMove(rows, ({ id }) => id, move)
  },
  async remove(ids: readonly number[]) {
    await later()
    removed = rows
    rows = without(rows, ids)
  },
  async restore() {
    await later()
    rows = removed
  },
  async setStatus({ id }: SamplePlace, status: Status) {
    await later()
    rows = mapped(rows, (row) => (row.id === id ? { ...row, status } : row))
  },
}

let removed = rows

const without = (rows: readonly SamplePlace[], ids: readonly number[]): SamplePlace[] =>
  rows
    .filter(({ id }) => !ids.includes(id))
    .map(({ children = [], ...row }) => ({ ...row, children: without(children, ids) }))

const mapped = (rows: readonly SamplePlace[], change: (row: SamplePlace) => SamplePlace): SamplePlace[] =>
  rows.map(({ children = [], ...row }) => ({ ...change(row), children: mapped(children, change) }))

const choiceOf = ({ id, name, children = [] }: SamplePlace): Choice => ({
  id,
  label: name,
  ...(children.length > 0 && { children: children.map(choiceOf) }),
})

export const placeChoices: Choice[] = rows.map(choiceOf)

const places: TreeResource<SamplePlace, SamplePlaceQuery> = {
  name: 'sample-tree',
  id: ({ id }) => id,
  label: ({ name }) => name,
  words: { title: 'dept.title' },
  tags: { edit: 'admin:sysDept:edit', remove: 'admin:sysDept:remove' },
  api: { list: placeApi.list, remove: placeApi.remove, restore: placeApi.restore },
  columns,
  Filters: ({ query, filter }) => (
    <>
      <SearchBox label="部门 Department" value={query.name ?? ''} onSearch={(name) => filter({ name })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  ),
  matches: ({ name, status }, query) =>
    name.toLowerCase().includes((query.name ?? '').toLowerCase()) && (!query.status || query.status === status),
  setStatus: placeApi.setStatus,
  onMove: placeApi.move,
}
