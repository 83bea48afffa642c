import type { Post, PostInput, PostQuery } from '#shared/access/post'
import { post } from '#shared/access/post-resource'
import { resourceApi } from '../resource'

export const postApi = resourceApi<Post, Post, PostInput, PostQuery>(post)
