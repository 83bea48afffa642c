import { nameSchemas, z } from '../zod'
import { Instant, line } from '../list/page'
import { hitKinds, MAX_SEARCH_LENGTH } from './search-kinds'

/** Maximum number of hits per kind. The list of the kind shows the rest. */
export const MAX_HITS = 6

export const SearchQuery = z.object({
  q: line(MAX_SEARCH_LENGTH).min(1),
  /** Only this kind. */
  kind: z.enum(hitKinds).optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

const Hit = z.object({
  /** Its id. For a characteristic, the key of the item. */
  id: z.string(),
  /** A number or a name. */
  name: z.string(),
  nameEn: z.string(),
  /** Code or user name; empty if it has none. */
  code: z.string(),
  /** The context: template of a record or characteristic, product line of a lot, department of a user. */
  about: z.string(),
  aboutEn: z.string(),
  /** The inspection time of a record. */
  at: Instant.optional(),
  /** A characteristic that its template no longer has. */
  isRemoved: z.boolean().optional(),
})
export type Hit = z.infer<typeof Hit>

/** The best hits of each kind that the caller may list, in the order of the kinds. Kinds without hits are left out. */
export const SearchAnswer = z.object({
  groups: z.array(z.object({ kind: z.enum(hitKinds), hits: z.array(Hit).max(MAX_HITS) })),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

nameSchemas({ SearchAnswer })
