import { nameSchemas, z } from '../zod'
import { line, listQuery, orEmpty, Seen } from '../list/page'

/** Who may call a route: `BUS` whoever is signed in and holds one of its permissions, `SYS` anyone. */
const apiTypes = ['BUS', 'SYS'] as const

/** A route of the server. */
export const ApiRoute = z.object({
  /** Made from method and path: the same at every start. */
  id: z.int(),
  /** The resource it belongs to. */
  handle: z.string(),
  /** The same in the caller's language. */
  module: z.string(),
  /** What it is for: as an operator has called it, else as the product does, in the caller's language. */
  title: z.string(),
  path: z.string(),
  action: z.string(),
  type: z.enum(apiTypes),
  /** One of these is needed; none where being signed in is enough. */
  permissions: z.array(z.string()),
})
export type ApiRoute = z.infer<typeof ApiRoute>

export const ApiQuery = listQuery(
  {
    /** Contained in what it is called or its resource is, in any letter case. */
    title: line(128).optional(),
    path: line(128).optional(),
    action: line(16)
      .transform((action) => action.toUpperCase())
      .optional(),
    /** Another than `BUS` and `SYS`, which some clients offer, finds nothing. */
    type: line(16).optional(),
  },
  ['handle', 'module', 'title', 'path', 'action', 'type'],
)
export type ApiQuery = z.infer<typeof ApiQuery>

/** An empty title goes back to that of the code. */
export const ApiInput = z.object({
  title: orEmpty(line(128)),
  seen: Seen.shape.seen,
})
export type ApiInput = z.infer<typeof ApiInput>

nameSchemas({ ApiRoute, ApiInput })
