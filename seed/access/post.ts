import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Dialect, Writer } from '#server/platform/store/index'
import type { Once } from '../once'

/** The posts of the demo's plant. */
const posts = [
  { postCode: 'GM', postName: '总经理', postNameEn: 'General manager' },
  { postCode: 'QM', postName: '质量经理', postNameEn: 'Quality manager' },
  { postCode: 'QE', postName: '质量工程师', postNameEn: 'Quality engineer' },
  { postCode: 'QL', postName: '检验组长', postNameEn: 'Inspection lead' },
  { postCode: 'QC', postName: '检验员', postNameEn: 'Inspector' },
  { postCode: 'PM', postName: '生产经理', postNameEn: 'Production manager' },
  { postCode: 'WS', postName: '车间主任', postNameEn: 'Workshop manager' },
  { postCode: 'TL', postName: '班长', postNameEn: 'Shift lead' },
  { postCode: 'OP', postName: '操作工', postNameEn: 'Machine operator' },
  { postCode: 'PE', postName: '工艺工程师', postNameEn: 'Process engineer' },
  { postCode: 'IT', postName: '系统管理员', postNameEn: 'System administrator' },
] as const

export type PostCode = (typeof posts)[number]['postCode']

/** @param createBy id of the user who creates them */
export async function seedPosts({ t }: Dialect, db: Writer, once: Once, createBy: number) {
  const { now } = once
  for (const [sort, post] of posts.entries()) {
    const values = { ...post, sort, status: statuses.on, createBy, createdAt: now, updatedAt: now }
    await once(`post ${post.postCode}`, () => db.insert(t.posts).values(values).onConflictDoNothing())
  }
  await once('post names in English', async () => {
    const { posts: table } = t
    for (const { postCode, postName, postNameEn } of posts) {
      const isOurs = and(eq(table.postCode, postCode), eq(table.postName, postName), eq(table.postNameEn, ''))
      await db.update(table).set({ postNameEn }).where(isOurs)
    }
  })
}
