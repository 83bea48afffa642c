import { nameSchemas, z } from '../zod'
import { post } from './post-resource'
import { statuses } from '../constants'
import { sortFields, type ResourceOf } from '../resource'
import { changeOf, Instant, line, listQuery, name, optionalLine, orNumber, sortNumber, StatusInput } from '../list/page'

/** The fields of a post that an operator may set. */
export const PostInput = z.object({
  postName: name(64).meta({ examples: ['检验员'] }),
  /** Shown in English; empty if none was given. */
  postNameEn: optionalLine(64),
  /** The key for programs; a letter or digit first, then also hyphen or underscore. */
  postCode: orNumber(
    name(64)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'post.codeFormat')
      .meta({ examples: ['inspector'] }),
  ),
  sort: sortNumber,
  status: StatusInput.default(statuses.on),
  remark: optionalLine(255),
  remarkEn: optionalLine(255),
})
export type PostInput = z.infer<typeof PostInput>

/** The changes of a post. Fields that are left out stay. */
export const PostChange = changeOf(PostInput)

export const Post = z.object({
  postId: z.int(),
  postName: z.string(),
  postNameEn: z.string(),
  postCode: z.string(),
  sort: z.int(),
  /** 2 on, 1 off. */
  status: z.literal([1, 2]),
  remark: z.string(),
  remarkEn: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Post = z.infer<typeof Post>

export const PostQuery = listQuery(
  {
    /** Contained in one of the two names, in any letter case. */
    postName: line(64).optional(),
    postCode: line(64).optional(),
    status: StatusInput.optional(),
  },
  sortFields(post satisfies ResourceOf<Post>),
)
export type PostQuery = z.infer<typeof PostQuery>

nameSchemas({ PostInput, PostChange, Post })
