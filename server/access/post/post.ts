import { Post, PostChange, PostInput, PostQuery } from '#shared/access/post'
import { post } from '#shared/access/post-resource'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { Tables } from '../../tables'
import { crud } from '../crud/crud'
import { recordReader } from '../crud/record-reader'
import { recordWriter } from '../crud/record-writer'
import { firstInUse } from '../crud/usage'

const schemas = { row: Post, input: PostInput, change: PostChange, query: PostQuery }

/** Posts belong to the plant, not to a department, so the data scope does not apply. */
const table = 'posts'

const answer = ({ createBy: _createBy, ...row }: Tables['posts']['$inferSelect']): Post => ({
  ...row,
  status: statusNumber(row.status),
  ...stampsOf(row),
})

export const postRoutes = crud(post, schemas, {
  listedBy: ['admin:sysUser:add', 'admin:sysUser:edit'],
  ...recordReader(post, schemas, { table, answer, defaultOrder: ({ sort, postId }) => [sort, postId] }),
  ...recordWriter(post, schemas, {
    table,
    answer,
    unique: {
      field: 'postCode',
      refusal: (postCode) => new Refusal(codes.conflict, 'post.codeTaken', { postCode }),
    },
    async beforeRemove({ t: { posts, users } }, db, ids) {
      const used = await firstInUse(db, { id: posts.postId, name: posts.postName }, users.postId, ids)
      if (used) throw new Refusal(codes.conflict, 'post.inUse', used)
    },
  }),
})
