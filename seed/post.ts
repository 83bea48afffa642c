import { statuses } from '#shared/constants'
import type { Store, Writer } from '#server/store/index'
import type { Once } from './once'

/** What people of the demo's plant are. */
const posts = [
  { postCode: 'GM', postName: '总经理' },
  { postCode: 'QM', postName: '质量经理' },
  { postCode: 'QE', postName: '质量工程师' },
  { postCode: 'QL', postName: '检验组长' },
  { postCode: 'QC', postName: '检验员' },
  { postCode: 'PM', postName: '生产经理' },
  { postCode: 'WS', postName: '车间主任' },
  { postCode: 'TL', postName: '班长' },
  { postCode: 'OP', postName: '操作工' },
  { postCode: 'PE', postName: '工艺工程师' },
  { postCode: 'IT', postName: '系统管理员' },
] as const

export type PostCode = (typeof posts)[number]['postCode']

/** @param createBy who has made them */
export async function seedPosts({ t }: Store, db: Writer, once: Once, createBy: number) {
  const now = Date.now()
  for (const [sort, post] of posts.entries()) {
    const values = { ...post, sort, status: statuses.on, createBy, createdAt: now, updatedAt: now }
    await once(`post ${post.postCode}`, () => db.insert(t.posts).values(values).onConflictDoNothing())
  }
}
