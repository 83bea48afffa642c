import { nameSchemas, z } from '../zod'
import { Id, Instant, line } from '../list/page'
import { OptionalDay } from './figures'

/** Who sees to a record or a signal, and until when. */
export const Assignment = z.object({
  ownerId: z.int(),
  ownerName: z.string(),
  dueOn: z.iso.date().nullable(),
  updatedAt: Instant,
})
export type Assignment = z.infer<typeof Assignment>

export const AssignmentInput = z.object({
  /** Null: nobody any more. */
  ownerId: Id.nullable(),
  dueOn: OptionalDay,
  /** `updatedAt` of the assignment that the change was made from; null where there was none. */
  seenAt: Instant.nullable(),
})
export type AssignmentInput = z.infer<typeof AssignmentInput>

/** Contained in the name; or one person. */
export const AssigneeQuery = z.object({ keyword: line(64).optional(), userId: Id.optional() })
export type AssigneeQuery = z.infer<typeof AssigneeQuery>

export const Assignee = z.object({ userId: z.int(), name: z.string() })
export type Assignee = z.infer<typeof Assignee>

nameSchemas({ Assignment, AssignmentInput, Assignee })
