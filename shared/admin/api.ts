import { nameSchemas, z } from '../zod'
import { line, listQuery, orEmpty, Seen } from '../list/page'

/** The callers of a route: `BUS` for signed-in users with one of its permissions, `SYS` for everybody. */
const apiTypes = ['BUS', 'SYS'] as const

/** A route of the server. */
export const ApiRoute = z.object({
  /** Derived from method and path: the same at every start. */
  id: z.int(),
  handle: z.string(),
  /** The resource in the caller's language. */
  module: z.string(),
  /** Its purpose: the operator's title, else the product's title in the caller's language. */
  title: z.string(),
  path: z.string(),
  action: z.string(),
  type: z.enum(apiTypes),
  /** One of these is required; empty if a sign-in is enough. */
  permissions: z.array(z.string()),
})
export type ApiRoute = z.infer<typeof ApiRoute>

export const ApiQuery = listQuery(
  {
    /** Contained in its title or in the name of its resource, in any letter case. */
    title: line(128).optional(),
    path: line(128).optional(),
    action: line(16)
      .transform((action) => action.toUpperCase())
      .optional(),
    /** Other values than `BUS` and `SYS`, which some clients offer, find nothing. */
    type: line(16).optional(),
  },
  ['handle', 'module', 'title', 'path', 'action', 'type'],
)
export type ApiQuery = z.infer<typeof ApiQuery>

/** An empty title restores the title of the code. */
export const ApiInput = z.object({
  title: orEmpty(line(128)),
  seen: Seen.shape.seen,
})
export type ApiInput = z.infer<typeof ApiInput>

nameSchemas({ ApiRoute, ApiInput })
