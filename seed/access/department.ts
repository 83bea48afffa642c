import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Dialect, Writer } from '#server/platform/store/index'
import type { Once } from '../once'

type DepartmentSeed = {
  deptName: string
  deptNameEn: string
  leader?: string
  phone?: string
  email?: string
  children?: DepartmentSeed[]
}

/** Every installation has this department. It can be renamed; other departments are created below it. */
export const headOffice: DepartmentSeed = { deptName: '总部', deptNameEn: 'Head office' }

/** The plant of the demo. Names are unique, because departments are found by them. */
export const plant: DepartmentSeed = {
  ...headOffice,
  children: [
    {
      deptName: '质量部',
      deptNameEn: 'Quality',
      leader: '王建国',
      phone: '13800000102',
      email: 'zhiliang@caliper.example',
      children: [
        { deptName: '进料检验组', deptNameEn: 'Incoming inspection', leader: '赵敏' },
        { deptName: '过程检验组', deptNameEn: 'In-process inspection', leader: '孙丽华' },
        { deptName: '出货检验组', deptNameEn: 'Outgoing inspection', leader: '周强' },
      ],
    },
    {
      deptName: '生产部',
      deptNameEn: 'Production',
      leader: '刘志远',
      phone: '13800000103',
      email: 'shengchan@caliper.example',
      children: [
        {
          deptName: '一车间',
          deptNameEn: 'Workshop 1',
          leader: '马超群',
          children: [
            { deptName: '一车间甲班', deptNameEn: 'Workshop 1, shift A', leader: '何军' },
            { deptName: '一车间乙班', deptNameEn: 'Workshop 1, shift B', leader: '罗平' },
          ],
        },
        { deptName: '二车间', deptNameEn: 'Workshop 2', leader: '谢东' },
      ],
    },
    {
      deptName: '技术部',
      deptNameEn: 'Engineering',
      leader: '陈思远',
      phone: '13800000104',
      email: 'jishu@caliper.example',
    },
    { deptName: '信息部', deptNameEn: 'IT', leader: '管理员', phone: '13800000105', email: 'xinxi@caliper.example' },
  ],
}

type Parent = { deptId: number; deptPath: string }
const top: Parent = { deptId: 0, deptPath: '/0/' }

/** A department and its subtree, under `parent`. Existing departments stay in their place. */
export async function seedDepartments(
  store: Dialect,
  db: Writer,
  once: Once,
  { children = [], ...department }: DepartmentSeed,
  { createBy = null, parent = top, sort = 0 }: { createBy?: number | null; parent?: Parent; sort?: number } = {},
): Promise<void> {
  await once(`dept ${department.deptName}`, () =>
    insertDepartment(store, db, { ...department, createBy, sort, createdAt: once.now, updatedAt: once.now }, parent),
  )
  const created = await departmentCalled(store, db, department.deptName)
  for (const [index, child] of children.entries()) {
    await seedDepartments(store, db, once, child, { createBy, parent: created ?? top, sort: index })
  }
}

/** Sets English names in databases older than these names, unless the department has been renamed. */
export async function nameDepartmentsInEnglish(store: Dialect, db: Writer, department: DepartmentSeed): Promise<void> {
  const { depts } = store.t
  const { deptName, deptNameEn, children = [] } = department
  await db
    .update(depts)
    .set({ deptNameEn })
    .where(and(eq(depts.deptName, deptName), eq(depts.deptNameEn, '')))
  for (const child of children) await nameDepartmentsInEnglish(store, db, child)
}

async function insertDepartment(
  { t: { depts } }: Dialect,
  db: Writer,
  department: Omit<DepartmentSeed, 'children'> & {
    createBy: number | null
    sort: number
    createdAt: number
    updatedAt: number
  },
  parent: Parent,
) {
  const values = { ...department, parentId: parent.deptId, deptPath: '', status: statuses.on }
  const [created] = await db.insert(depts).values(values).returning({ deptId: depts.deptId })
  const { deptId } = created!
  await db
    .update(depts)
    .set({ deptPath: `${parent.deptPath}${deptId}/` })
    .where(eq(depts.deptId, deptId))
}

/** `undefined` if it was deleted or renamed since. */
export async function departmentCalled({ t: { depts } }: Dialect, db: Writer, deptName: string) {
  const [found] = await db.select().from(depts).where(eq(depts.deptName, deptName)).orderBy(depts.deptId).limit(1)
  return found
}
