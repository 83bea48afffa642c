import { nameSchemas, z } from '../zod'
import { trashKinds } from '../resources'
import { Instant, line, listQuery, pageOf } from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** A deleted record. What it consisted of never leaves the server. */
export const TrashEntry = z.object({
  trashId: z.int(),
  kind: z.enum(trashKinds),
  recordId: z.int(),
  /** What people call it. */
  name: z.string(),
  deletedByName: z.string(),
  deletedAt: Instant,
  /** Until then it can be brought back. */
  forgottenAt: Instant,
  /** Where `{ ids: [recordId] }` brings it back, below `/api/v1`. */
  restorePath: z.string(),
})
export type TrashEntry = z.infer<typeof TrashEntry>

export const TrashPage = pageOf(TrashEntry).extend({
  /** How long a record is kept from its deletion on. */
  keptDays: z.int(),
})
export type TrashPage = z.infer<typeof TrashPage>

export const TrashQuery = listQuery(
  {
    kind: z.enum(trashKinds).optional(),
    name: line(64).optional(),
    deletedByName: line(64).optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
  },
  ['trashId', 'kind', 'name', 'deletedByName', 'deletedAt', 'createdAt'],
)
export type TrashQuery = z.infer<typeof TrashQuery>

nameSchemas({ TrashEntry, TrashPage })
