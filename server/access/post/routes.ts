import { post } from '#shared/access/post-resource'
import { Post, PostChange, PostInput, PostQuery } from '#shared/access/post'
import { crud } from '../crud/crud'
import { createPost, deletePosts, getPost, listPosts, postBatches, restorePosts, updatePost } from './queries'

export const postRoutes = crud(
  post,
  { row: Post, input: PostInput, change: PostChange, query: PostQuery },
  {
    list: listPosts,
    batches: postBatches,
    get: getPost,
    create: createPost,
    update: updatePost,
    remove: deletePosts,
    restore: restorePosts,
  },
)
