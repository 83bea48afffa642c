import { nameSchemas, z } from '../zod'
import { Id, Instant, line } from '../list/page'
import { OptionalDay } from './figures'

/** The owner of a record or a signal, and the due day. */
export const Assignment = z.object({
  ownerId: z.int(),
  ownerName: z.string(),
  dueOn: z.iso.date().nullable(),
  updatedAt: Instant,
})
export type Assignment = z.infer<typeof Assignment>

export const AssignmentInput = z.object({
  /** Null: no owner. */
  ownerId: Id.nullable(),
  dueOn: OptionalDay,
  /** `updatedAt` of the assignment before the change; null if there was none. */
  seenAt: Instant.nullable(),
})
export type AssignmentInput = z.infer<typeof AssignmentInput>

/** `keyword` is contained in the name; `userId` selects one person. */
export const AssigneeQuery = z.object({ keyword: line(64).optional(), userId: Id.optional() })
export type AssigneeQuery = z.infer<typeof AssigneeQuery>

export const Assignee = z.object({ userId: z.int(), name: z.string() })
export type Assignee = z.infer<typeof Assignee>

nameSchemas({ Assignment, AssignmentInput, Assignee })
