import { nameSchemas, z } from '../zod'
import { Instant, line } from '../list/page'
import { hitKinds, MAX_SEARCH_LENGTH } from './search-kinds'

/** So many of each kind are answered: more than that is for its list. */
export const MAX_HITS = 6

export const SearchQuery = z.object({
  q: line(MAX_SEARCH_LENGTH).min(1),
  /** That kind alone. */
  kind: z.enum(hitKinds).optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

const Hit = z.object({
  /** Its id; of a characteristic the key of the item. */
  id: z.string(),
  /** What it is called: a number or a name. */
  name: z.string(),
  nameEn: z.string(),
  /** Code or user name; empty where it has none. */
  code: z.string(),
  /** Where it belongs: template of a record or characteristic, product line of a lot, department of a user. */
  about: z.string(),
  aboutEn: z.string(),
  /** When a record was inspected. */
  at: Instant.optional(),
})
export type Hit = z.infer<typeof Hit>

/** The best of each kind that the caller may list and of which there are any, in the order of the kinds. */
export const SearchAnswer = z.object({
  groups: z.array(z.object({ kind: z.enum(hitKinds), hits: z.array(Hit).max(MAX_HITS) })),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

nameSchemas({ SearchAnswer })
