import { count, eq, inArray } from 'drizzle-orm'
import { post } from '#shared/access/post-resource'
import { codes } from '#shared/envelope'
import type { Page } from '#shared/list/page'
import type { Post, PostChange, PostInput, PostQuery } from '#shared/access/post'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, type Unpaged } from '../../platform/list/listing'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { laterThan, unlessChanged } from '../crud/seen'
import { oneRow } from '../../platform/list/statement'
import { moveToTrash, restoreFromTrash } from '../trash/queries'
import { refuseTaken } from '../../platform/list/unique'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import type { PartsOf } from '../trash/parts'

const postParts: PartsOf = ({ posts }) => ({
  resource: post,
  own: { table: posts, of: posts.postId },
})

type Row = Tables['posts']['$inferSelect']

function postOf(row: Row): Post {
  const { createBy: _createBy, ...fields } = row
  return {
    ...fields,
    status: statusNumber(row.status),
    ...stampsOf(row),
  }
}

/** Posts belong to the plant, not to a department: the data scope does not part them. */
const page = listing<PostQuery>()((store) => {
  const { posts } = store.t
  return {
    rows: () => store.db.select().from(posts).$dynamic(),
    counted: posts,
    key: posts.postId,
    ...declaredList(post, posts, store),
    defaultOrder: [posts.sort, posts.postId],
  }
})

export async function listPosts(store: Store, query: PostQuery): Promise<Page<Post>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(postOf) }
}

/** All posts that the filters find, for a sheet. */
export const postBatches = (store: Store, query: Unpaged<PostQuery>) => mapBatches(page.batches(store, query), postOf)

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.posts)
    .where(eq(t.posts.postId, bind('postId'))),
)

export async function getPost(store: Store, postId: number): Promise<Post | undefined> {
  const row = await byId(store, { postId })
  return row && postOf(row)
}

/** @throws Refusal when the code is taken */
export const createPost = (store: Store, input: PostInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    await refuseTakenCode(store, db, input.postCode)
    const { userId: createBy } = context.operator
    const [made] = await db
      .insert(store.t.posts)
      .values({ ...input, createBy, createdAt: context.now, updatedAt: context.now })
      .returning()
    await writeOperation(store, db, context, { ...entryOf(made!), action: 'create', after: input })
    return made!.postId
  })

/** @throws Refusal as {@link createPost} */
export const updatePost = (
  store: Store,
  postId: number,
  input: PostChange,
  context: RequestContext,
): Promise<number | undefined> =>
  store.tx(async (db) => {
    const { posts } = store.t
    const [before] = await db.select().from(posts).where(eq(posts.postId, postId))
    if (!before) throw notFound()
    const present = { fields: postOf(before), record: String(postId), readBy: ['admin:sysPost:query'] } as const
    const fields = await unlessChanged(store, db, context, input, present)
    if (fields.postCode !== undefined) await refuseTakenCode(store, db, fields.postCode, postId)
    const [row] = await db
      .update(posts)
      .set({ ...fields, updatedAt: laterThan(posts.updatedAt, context.now) })
      .where(eq(posts.postId, postId))
      .returning()
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'update', ...changesOf(before, fields) })
    return postId
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there or users have it */
export const deletePosts = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { posts, users } = store.t
    const [held] = await db
      .select({ name: posts.postName, count: count() })
      .from(users)
      .innerJoin(posts, eq(posts.postId, users.postId))
      .where(inArray(posts.postId, ids))
      .groupBy(posts.postId, posts.postName)
      .orderBy(posts.postId)
      .limit(1)
    if (held) throw new Refusal(codes.conflict, 'post.inUse', held)
    return moveToTrash(store, db, postParts, ids, context)
  })

/** Brings back deleted posts, all or none. @throws Refusal when one is not in the trash or its code has been taken */
export const restorePosts = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx((db) => restoreFromTrash(store, db, postParts, ids, context))

/** How the operation log names a post. */
const entryOf = ({ postId, postName }: Row) => ({ record: String(postId), name: postName })

const refuseTakenCode = ({ t: { posts } }: Dialect, db: Writer, postCode: string, exceptId?: number) =>
  refuseTaken(db, {
    table: posts,
    column: posts.postCode,
    value: postCode,
    id: posts.postId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'post.codeTaken', { postCode }).at('postCode'),
  })
