import { eq, inArray } from 'drizzle-orm'
import { statuses, type Sex } from '#shared/constants'
import { usernameKey } from '#server/platform/security/username'
import { revokeIn } from '#server/access/session/end'
import type { Dialect, Writer } from '#server/platform/store/index'
import { departmentCalled, nameDepartmentsInEnglish, plant, seedDepartments } from './department'
import type { Once } from '../once'
import { seedPosts, type PostCode } from './post'
import { demoUsers, type Place } from './user'

const male = '0'
const female = '1'

/** The other people of the demo's plant: account, name, sex, department, post, roles. They share one password. */
const people: [string, string, Sex, string, PostCode, ...string[]][] = [
  ['guohuaming', '郭华明', male, '总部', 'GM', 'viewer'],
  ['wangjianguo', '王建国', male, '质量部', 'QM', 'approver', 'reviewer'],
  ['linxiaowen', '林晓雯', female, '质量部', 'QE', 'quality-engineer'],
  ['xuhaifeng', '徐海峰', male, '质量部', 'QE', 'quality-engineer', 'reviewer'],
  ['zhaomin', '赵敏', female, '进料检验组', 'QL', 'reviewer', 'inspector'],
  ['qianweidong', '钱卫东', male, '进料检验组', 'QC', 'inspector'],
  ['wuyating', '吴雅婷', female, '进料检验组', 'QC', 'inspector'],
  ['sunlihua', '孙丽华', female, '过程检验组', 'QL', 'reviewer', 'inspector'],
  ['zhengkai', '郑凯', male, '过程检验组', 'QC', 'inspector'],
  ['fengjuan', '冯娟', female, '过程检验组', 'QC', 'inspector'],
  ['zhouqiang', '周强', male, '出货检验组', 'QL', 'reviewer', 'inspector'],
  ['hanxue', '韩雪', female, '出货检验组', 'QC', 'inspector'],
  ['caoyong', '曹勇', male, '出货检验组', 'QC', 'inspector'],
  ['liuzhiyuan', '刘志远', male, '生产部', 'PM', 'approver'],
  ['machaoqun', '马超群', male, '一车间', 'WS', 'reviewer'],
  ['hejun', '何军', male, '一车间甲班', 'TL', 'inspector'],
  ['dengli', '邓丽', female, '一车间甲班', 'OP', 'inspector'],
  ['luoping', '罗平', male, '一车间乙班', 'TL', 'inspector'],
  ['tangxiaoyan', '唐小燕', female, '一车间乙班', 'OP', 'inspector'],
  ['xiedong', '谢东', male, '二车间', 'WS', 'reviewer'],
  ['songmeiling', '宋美玲', female, '二车间', 'OP', 'inspector'],
  ['chensiyuan', '陈思远', male, '技术部', 'PE', 'quality-engineer'],
  ['panjing', '潘静', female, '技术部', 'PE', 'viewer'],
  ['yuanbo', '袁博', male, '信息部', 'IT', 'viewer'],
  ['daping', '一车间大屏', '2', '一车间', 'OP', 'display'],
  ['wanglei', '王磊', male, '过程检验组', 'QC', 'inspector'],
  ['zhaogang', '赵刚', male, '过程检验组', 'QC', 'inspector'],
]
/** A former employee: the account is disabled, but kept for the records. */
const former = 'caoyong'

/**
 * The plant of the demo: departments, posts, people and their workplaces, each once. `admin` creates them.
 * @param passwordHash of their common password from this start on
 */
export async function seedPlant(store: Dialect, db: Writer, once: Once, adminId: number, passwordHash: string) {
  await seedDepartments(store, db, once, plant, { createBy: adminId })
  await once('plant names in English', () => nameDepartmentsInEnglish(store, db, plant))
  await seedPosts(store, db, once, adminId)
  for (const { username, place } of demoUsers) {
    await once(`place ${username}`, () => putAt(store, db, usernameKey(username), place, adminId))
  }
  for (const [index, [username, nickName, sex, deptName, postCode, ...roleKeys]] of people.entries()) {
    const phone = `1380000${String(200 + index).padStart(4, '0')}`
    const where = { deptName, postCode, phone, email: `${username}@caliper.example` }
    await once(`user ${username}`, async () => {
      await insertColleague(store, db, { username, nickName, sex, roleKeys }, { passwordHash, now: once.now })
      await putAt(store, db, usernameKey(username), where, adminId)
    })
  }
  await shareOnePassword(store, db, passwordHash, once.now)
}

/** Gives an account without a department its department and post. Values set by an operator stay. */
async function putAt(store: Dialect, db: Writer, key: string, place: Place, createBy: number) {
  const { deptName, postCode, phone, email } = place
  const { users, posts } = store.t
  const [user] = await db.select().from(users).where(eq(users.usernameKey, key))
  if (!user || user.deptId !== null) return
  const department = await departmentCalled(store, db, deptName)
  const [post] = await db.select().from(posts).where(eq(posts.postCode, postCode))
  const belonging = { deptId: department?.deptId ?? null, postId: post?.postId ?? null, createBy }
  const reached = { phone: user.phone || phone, email: user.email || email }
  await db
    .update(users)
    .set({ ...belonging, ...reached })
    .where(eq(users.userId, user.userId))
}

type Colleague = { username: string; nickName: string; sex: Sex; roleKeys: string[] }

async function insertColleague(
  { t }: Dialect,
  db: Writer,
  { roleKeys, ...colleague }: Colleague,
  { passwordHash, now }: { passwordHash: string; now: number },
) {
  const status = colleague.username === former ? statuses.off : statuses.on
  const stamps = { createdAt: now, updatedAt: now }
  const [made] = await db
    .insert(t.users)
    .values({ ...colleague, usernameKey: usernameKey(colleague.username), status, ...stamps })
    .onConflictDoNothing()
    .returning({ userId: t.users.userId })
  if (!made) return // an operator used the name before this version
  const { userId } = made
  await db.insert(t.credentials).values({ userId, passwordHash, changedAt: now })
  const roles = await db.select().from(t.roles).where(inArray(t.roles.roleKey, roleKeys))
  if (roles.length > 0) await db.insert(t.userRoles).values(roles.map(({ roleId }) => ({ userId, roleId })))
}

/** Gives all of them the same password at each start, and ends sessions opened with another password. */
async function shareOnePassword(store: Dialect, db: Writer, passwordHash: string, now: number) {
  const { users, credentials } = store.t
  const keys = people.map(([username]) => usernameKey(username))
  const rows = await db
    .select({ userId: credentials.userId, passwordHash: credentials.passwordHash })
    .from(credentials)
    .innerJoin(users, eq(users.userId, credentials.userId))
    .where(inArray(users.usernameKey, keys))
  for (const { userId } of rows.filter((row) => row.passwordHash !== passwordHash)) {
    await db.update(credentials).set({ passwordHash, changedAt: now }).where(eq(credentials.userId, userId))
    await revokeIn(store, db, { userId }, now)
  }
}
