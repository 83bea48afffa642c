import { nameSchemas, z } from '../zod'
import { trashKinds } from '../resources'
import { Instant, line, listQuery, pageOf } from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** A deleted record. Its content never leaves the server. */
export const TrashEntry = z.object({
  trashId: z.int(),
  kind: z.enum(trashKinds),
  recordId: z.int(),
  name: z.string(),
  deletedByName: z.string(),
  deletedAt: Instant,
  /** It can be restored until this time. */
  forgottenAt: Instant,
  /** The path below `/api/v1` that restores it with `{ ids: [recordId] }`. */
  restorePath: z.string(),
})
export type TrashEntry = z.infer<typeof TrashEntry>

export const TrashPage = pageOf(TrashEntry).extend({
  /** The number of days from the deletion for which a record is kept. */
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
