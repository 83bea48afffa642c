import type { Status } from '#shared/constants'
import type { Post, PostInput, PostQuery } from '#shared/schemas/post'
import { changeAt, changeOf, resourceApi } from './resource'

export const postApi = {
  ...resourceApi<Post, Post, PostInput, PostQuery>('/post'),
  setStatus: (post: Post, status: Status) => changeAt(`/post/${post.postId}`, changeOf(post, { status })),
}
