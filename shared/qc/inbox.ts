import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'
import { judgements } from './constants'

/**
 * The reason for an inbox item: a record for review or approval; the operator's own record that was returned; a signal
 * that the operator may settle; equipment due for calibration that the operator may manage; another assigned object; a
 * record with a comment that addresses the operator.
 */
export const inboxKinds = ['review', 'approve', 'returned', 'signal', 'calibration', 'assigned', 'mention'] as const
export const InboxKind = z.enum(inboxKinds)
export type InboxKind = z.infer<typeof InboxKind>

/** Maximum number of listed items. Further items follow as these are settled. */
export const MAX_INBOX = 200

export const InboxItem = z.object({
  kind: InboxKind,
  /** The id of the record, the signal or the equipment. */
  id: z.int(),
  /** The number of the record, or the code of the equipment. */
  number: z.string(),
  /** The template, the characteristic or the equipment. */
  title: z.string(),
  titleEn: z.string(),
  /** Code of the product line; null for equipment that serves all. */
  product: z.string().nullable(),
  lotNo: z.string().nullable(),
  /** The name of the inspector. */
  operatorName: z.string().nullable(),
  since: Instant,
  judgement: z.enum(judgements).nullable(),
  /** Open signals of the record that the operator may see. */
  openSignals: z.int(),
  ownerName: z.string().nullable(),
  /** The due day. For equipment, the last day of its calibration. */
  dueOn: z.iso.date().nullable(),
})
export type InboxItem = z.infer<typeof InboxItem>

/** The number of items by kind. Kinds that the operator's permissions exclude are left out. */
const counts = z.partialRecord(InboxKind, z.int())
export const InboxCount = z.object({ count: z.int(), counts })
export type InboxCount = z.infer<typeof InboxCount>

export const InboxQuery = z.object({ kind: InboxKind.optional() })
export type InboxQuery = z.infer<typeof InboxQuery>

/** The operator's items: NG and open signals first, then in order of waiting time. */
export const Inbox = InboxCount.extend({ list: z.array(InboxItem).max(MAX_INBOX) })
export type Inbox = z.infer<typeof Inbox>

nameSchemas({ InboxKind, InboxItem, InboxCount, Inbox })
