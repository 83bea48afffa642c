import type { Status } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { withMove, type TreeMove } from '../../ui/tree/tree-rows'
import type { ListQuery } from '../../ui/table/useListQuery'

export type SamplePlace = {
  id: number
  name: string
  head: string
  people: number
  status: Status
  children?: SamplePlace[]
}

export type SamplePlaceQuery = ListQuery & { name?: string; status?: Status | undefined }

const place = (id: number, name: string, head: string, people: number, children: SamplePlace[] = []): SamplePlace => ({
  id,
  name,
  head,
  people,
  status: id % 7 === 5 ? '1' : '2',
  children,
})

let places: SamplePlace[] = [
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
export const placeApi = {
  async list() {
    await later()
    return places
  },
  async move(move: TreeMove) {
    await later()
    places = withMove(places, ({ id }) => id, move)
  },
  async remove(ids: readonly number[]) {
    await later()
    removed = places
    places = without(places, ids)
  },
  async restore() {
    await later()
    places = removed
  },
  async setStatus({ id }: SamplePlace, status: Status) {
    await later()
    places = mapped(places, (one) => (one.id === id ? { ...one, status } : one))
  },
}

let removed = places

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

export const placeChoices: Choice[] = places.map(choiceOf)
