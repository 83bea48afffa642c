import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'
import { judgements } from './constants'

/**
 * Why something waits for somebody: a record for their review or approval, one of their own that came back, a signal that
 * they may settle, equipment that is due for calibration and that they may see to, what else is assigned to them, and a
 * record at which a comment addresses them.
 */
export const inboxKinds = ['review', 'approve', 'returned', 'signal', 'calibration', 'assigned', 'mention'] as const
export const InboxKind = z.enum(inboxKinds)
export type InboxKind = z.infer<typeof InboxKind>

/** Items that are listed at most; the others follow as these are dealt with. */
export const MAX_INBOX = 200

export const InboxItem = z.object({
  kind: InboxKind,
  /** Of the record, the signal or the equipment. */
  id: z.int(),
  /** The number of the record; of equipment its code. */
  number: z.string(),
  /** The template, the characteristic or the equipment. */
  title: z.string(),
  titleEn: z.string(),
  /** Code of the product line; null of equipment that serves all. */
  product: z.string().nullable(),
  lotNo: z.string().nullable(),
  /** Who inspected. */
  operatorName: z.string().nullable(),
  since: Instant,
  judgement: z.enum(judgements).nullable(),
  /** Of the record, as far as the operator may see signals. */
  openSignals: z.int(),
  /** Who sees to it. */
  ownerName: z.string().nullable(),
  /** Until when; of equipment the last day of its calibration. */
  dueOn: z.iso.date().nullable(),
})
export type InboxItem = z.infer<typeof InboxItem>

/** How many items wait, by kind. Kinds that never come to the operator are left out. */
const counts = z.partialRecord(InboxKind, z.int())
export const InboxCount = z.object({ count: z.int(), counts })
export type InboxCount = z.infer<typeof InboxCount>

export const InboxQuery = z.object({ kind: InboxKind.optional() })
export type InboxQuery = z.infer<typeof InboxQuery>

/** What waits for the operator: NG and open signals first, then what has waited longest. */
export const Inbox = InboxCount.extend({ list: z.array(InboxItem).max(MAX_INBOX) })
export type Inbox = z.infer<typeof Inbox>

nameSchemas({ InboxKind, InboxItem, InboxCount, Inbox })
