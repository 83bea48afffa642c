import { afterAll, expect } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { ALL_PERMISSIONS, PermissionTag } from '#shared/permissions'
import { startApp } from './app'
import { cheapHash } from './password'

/** Of everybody whom a test makes. */
export const password = 'a fine first one'

type Place = { deptId?: number; postId?: number; roleIds?: (number | undefined)[] }

/** Whatever there is to do with users. */
export const keeping = [
  'admin:sysUser:query',
  'admin:sysUser:add',
  'admin:sysUser:edit',
  'admin:sysUser:remove',
  'admin:sysUser:resetPassword',
  'admin:sysUser:export',
  'admin:sysUser:import',
] as const

/** An application of its own with departments, posts, roles and an administrator, and what is done with users there. */
export async function userBench() {
  const app = await startApp()
  afterAll(app.close)
  const { store } = app
  const { t } = store
  const admin = await app.signedIn('*:*:*')
  const { dept, post, role } = await store.tx(async (db) => {
    const stamps = { createdAt: 0, updatedAt: 0 }
    async function addDept(deptName: string, parentId: number, parentPath: string, status: '1' | '2' = '2') {
      const [made] = await db
        .insert(t.depts)
        .values({ deptName, parentId, deptPath: '', status, ...stamps })
        .returning()
      const { deptId } = made!
      await db
        .update(t.depts)
        .set({ deptPath: `${parentPath}${deptId}/` })
        .where(eq(t.depts.deptId, deptId))
      return deptId
    }
    const plant = await addDept('总部', 0, '/0/')
    const quality = await addDept('质量部', plant, `/0/${plant}/`)
    const inspection = await addDept('一班', quality, `/0/${plant}/${quality}/`)
    const production = await addDept('生产部', plant, `/0/${plant}/`)
    await addDept('一班', production, `/0/${plant}/${production}/`)
    const closed = await addDept('旧厂', 0, '/0/', '1')
    const values = [
      { postName: '检验员', postCode: 'INS', status: '2' as const, ...stamps },
      { postName: '旧岗位', postCode: 'OLD', status: '1' as const, ...stamps },
    ]
    const [inspector, old] = await db.insert(t.posts).values(values).returning()
    const off = { roleName: '停用的', roleKey: 'off', status: '1' as const, ...stamps }
    const wide = { roleName: '全部数据', roleKey: 'wide', dataScope: '1', status: '2' as const, ...stamps }
    const below = { roleName: '本部门及以下', roleKey: 'below', dataScope: '4', status: '2' as const, ...stamps }
    await db.insert(t.roles).values([off, wide, below])
    const roles = await db.select().from(t.roles)
    return {
      /** 1 plant > 11 quality > 111 inspection; 12 production (disabled: 13). Ids are those of the database. */
      dept: { plant, quality, inspection, production, closed },
      post: { inspector: inspector!.postId, closed: old!.postId },
      /** Ids of roles by their keys. */
      role: Object.fromEntries(roles.map(({ roleKey, roleId }) => [roleKey, roleId])),
    }
  })

  let made = 0
  /** What a form sends of somebody whose name nobody else has. */
  const wang = () => ({
    username: `wang.${++made}`,
    nickName: '王芳',
    password,
    phone: '13800138000',
    email: 'wang@example.org',
    sex: '1',
    status: '2',
    remark: '',
  })

  let hash: Promise<string> | undefined
  /** A user as if an administrator had just made them, without the time that a hash takes. */
  async function create(change: Partial<ReturnType<typeof wang>> & Place = {}) {
    const { password: _, roleIds = [], ...fields } = { ...wang(), ...change }
    const row = { ...fields, sex: '1', status: fields.status === '1' ? '1' : '2' } as const
    const stamps = { mustChangePassword: true, createBy: admin.userId, createdAt: 0, updatedAt: 0 }
    const passwordHash = await (hash ??= cheapHash(password))
    const userId = await store.tx(async (db) => {
      const [user] = await db
        .insert(t.users)
        .values({ ...row, ...stamps, usernameKey: row.username })
        .returning()
      await db.insert(t.credentials).values({ userId: user!.userId, passwordHash, changedAt: Date.now() })
      for (const roleId of roleIds) await db.insert(t.userRoles).values({ userId: user!.userId, roleId: roleId! })
      return user!.userId
    })
    return { userId, username: fields.username }
  }
  const read = async (userId: number) => (await admin.get(`/sys-user/${userId}`)).data

  /** A signed-in user with these tags, whose role sees what `scope` says. */
  async function operator(
    scope: { dataScope?: string; deptId?: number; chosen?: number[] },
    ...tags: (PermissionTag | typeof ALL_PERMISSIONS)[]
  ) {
    const user = await app.signedIn(...tags)
    await store.tx(async (db) => {
      const [own] = await db
        .update(t.roles)
        .set({ dataScope: scope.dataScope ?? '1' })
        .where(eq(t.roles.roleKey, user.roleKey))
        .returning()
      for (const deptId of scope.chosen ?? []) await db.insert(t.roleDepts).values({ roleId: own!.roleId, deptId })
      await db
        .update(t.users)
        .set({ deptId: scope.deptId ?? null })
        .where(eq(t.users.userId, user.userId))
    })
    const [own] = await store.db.select().from(t.roles).where(eq(t.roles.roleKey, user.roleKey))
    return { ...user, roleId: own!.roleId }
  }

  const lastOperation = async () => {
    const [entry] = await store.db.select().from(t.operations).orderBy(desc(t.operations.id)).limit(1)
    return entry!
  }

  /** The lines of an export as CSV, headers first. */
  async function exported(token: string | undefined, path: string) {
    const response = await app.app.request(`/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
    })
    expect(response.status).toBe(200)
    const text = await response.text()
    return text.replace(/^\ufeff/, '').trim().split('\r\n') // prettier-ignore
  }

  return { app, admin, dept, post, role, wang, create, read, operator, lastOperation, exported }
}
