import { post } from '#shared/access/post-resource'
import type { Status } from '#shared/constants'
import type { Post, PostInput, PostQuery } from '#shared/access/post'
import { changeAt, changeOf, resourceApi } from '../resource'

export const postApi = {
  ...resourceApi<Post, Post, PostInput, PostQuery>(post.path),
  setStatus: (of: Post, status: Status) => changeAt(`${post.path}/${of.postId}`, changeOf(of, { status })),
}
