import { sql } from 'drizzle-orm'
import type { Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function postTables(k: Columns) {
  const posts = k.table(
    'sys_post',
    {
      postId: k.id('post_id'),
      postName: k.text('post_name').notNull(),
      /** English name; may be empty. */
      postNameEn: k.text('post_name_en').notNull().default(''),
      postCode: k.text('post_code').notNull(),
      sort: k.int('sort').notNull().default(0),
      status: k.text('status').$type<Status>().notNull(),
      remark: k.text('remark').notNull().default(''),
      remarkEn: k.text('remark_en').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_post_code').on(sql`lower(${t.postCode})`), k.index('sys_post_sort').on(t.sort, t.postId)],
  )
  return { posts }
}
export type PostTables = ReturnType<typeof postTables>
