import type { DepartmentNode, DepartmentQuery } from '#shared/access/department'
import { department } from '#shared/access/department-resource'
import type { Choice } from '#shared/list/page'
import { treePage } from '../../ui/record/declared'
import type { ListQuery } from '../../ui/table/useListQuery'
import { withMove } from '../../ui/tree/tree-rows'
import { TreePage } from '../../ui/tree/TreePage'

const node = (deptId: number, deptName: string, leader: string, children: DepartmentNode[] = []): DepartmentNode => ({
  deptId,
  deptName,
  leader,
  children,
  parentId: 0,
  deptPath: '',
  deptNameEn: '',
  sort: deptId,
  phone: '',
  email: '',
  status: deptId % 7 === 5 ? 1 : 2,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})

let tree = [
  node(1, '总公司 Head office', '陈静', [
    node(2, '生产部 Production', '刘洋', [
      node(3, '机加车间 Machining', '赵磊', [node(4, '车削组 Turning', '孙悦'), node(5, '磨削组', '周凯')]),
      node(6, '装配车间 Assembly', '吴迪'),
    ]),
    node(7, '质量部 Quality', '王芳', [node(8, '来料检验 Incoming', '郑爽'), node(9, '计量室 Metrology', '冯宇')]),
  ]),
  node(10, '二厂 Second plant', '高远'),
]

const departments = treePage<DepartmentNode, ListQuery & DepartmentQuery>(department, {
  api: { list: async () => tree },
  matches: ({ deptName }, query) => deptName.toLowerCase().includes((query.deptName ?? '').toLowerCase()),
  onMove: async (move) => {
    tree = withMove(tree, ({ deptId }) => deptId, move)
  },
})

const choiceOf = ({ deptId, deptName, children = [] }: DepartmentNode): Choice => ({
  id: deptId,
  label: deptName,
  ...(children.length > 0 && { children: children.map(choiceOf) }),
})

export const departmentChoices = tree.map(choiceOf)

/** The page of a tree: rows are moved by dragging, by Alt+↑ and Alt+↓, and by their menus. */
export const SampleTree = () => <TreePage of={departments} />
