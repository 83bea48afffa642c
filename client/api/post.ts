import type { Status } from '#shared/constants'
import type { Post, PostInput, PostQuery } from '#shared/schemas/post'
import { request } from './http'
import { resourceApi } from './resource'

export const postApi = {
  ...resourceApi<Post, Post, PostInput, PostQuery>('/post'),
  setStatus: ({ postId, postName, postCode }: Post, status: Status) =>
    request<number>('PUT', `/post/${postId}`, { body: { postName, postCode, status } }),
}
