import { Hono } from 'hono'
import { z } from 'zod'
import { IdParam, IdsBody, pageOf } from '#shared/schemas/page'
import { Post, PostChange, PostInput, PostQuery } from '#shared/schemas/post'
import type { SessionEnv } from '../http/app-env'
import { answers, answersSheet } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { exportQuery, sendSheet } from '../http/sheet'
import { validate } from '../http/validate'
import { createPost, deletePosts, getPost, listPosts, postBatches, restorePosts, updatePost } from '../queries/post'
import type { SheetColumn } from '../sheets/cell'
import { wordFor, statusWords } from '../sheets/words'

export const postRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('post', 'List posts', pageOf(Post)),
    permit('admin:sysPost:list'),
    validate('query', PostQuery),
    async (c) => {
      const page = await listPosts(c.var.store, c.req.valid('query'))
      return ok(c, page)
    },
  )
  .get(
    '/export',
    answersSheet('post', 'Export posts'),
    permit('admin:sysPost:export'),
    validate('query', exportQuery(PostQuery)),
    (c) => {
      const query = c.req.valid('query')
      const batches = postBatches(c.var.store, query)
      return sendSheet(c, { name: 'posts', title: 'post.title', format: query.format, columns: postColumns, batches })
    },
  )
  .get(
    '/:id',
    answers('post', 'One post', Post),
    permit('admin:sysPost:query'),
    validate('param', IdParam),
    async (c) => {
      const post = await getPost(c.var.store, c.req.valid('param').id)
      return ok(c, found(post))
    },
  )
  .post(
    '/',
    answers('post', 'Create a post', z.int()),
    permit('admin:sysPost:add'),
    validate('json', PostInput),
    async (c) => {
      const postId = await createPost(c.var.store, c.req.valid('json'), c.var.act)
      return ok(c, postId, 'done.created')
    },
  )
  .put(
    '/:id',
    answers('post', 'Change a post', z.int()),
    permit('admin:sysPost:edit'),
    validate('param', IdParam),
    validate('json', PostChange),
    async (c) => {
      const { id } = c.req.valid('param')
      const postId = await updatePost(c.var.store, id, c.req.valid('json'), c.var.act)
      return ok(c, found(postId), 'done.updated')
    },
  )
  .delete(
    '/',
    answers('post', 'Delete posts', z.array(z.int())),
    permit('admin:sysPost:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await deletePosts(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.deleted')
    },
  )
  .post(
    '/restore',
    answers('post', 'Bring back deleted posts', z.array(z.int())),
    permit('admin:sysPost:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await restorePosts(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, ids, 'done.restored')
    },
  )

const postColumns: SheetColumn<Post>[] = [
  { title: 'post.name', value: ({ postName }) => postName },
  { title: 'post.code', value: ({ postCode }) => postCode },
  { title: 'record.sort', value: ({ sort }) => sort },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'record.nameEn', value: ({ postNameEn }) => postNameEn },
  { title: 'record.remarkEn', value: ({ remarkEn }) => remarkEn },
]
