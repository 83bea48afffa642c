import { post } from '#shared/access/post-resource'
import { Post, PostChange, PostInput, PostQuery } from '#shared/schemas/post'
import { crud } from '../http/crud'
import { createPost, deletePosts, getPost, listPosts, postBatches, restorePosts, updatePost } from '../queries/post'

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
