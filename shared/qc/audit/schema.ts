import { nameSchemas, z } from '../../zod'
import { auditEntities } from './words'
import { readAnchor } from './anchor'
import { isTimeZone } from '../clock'
import { FirstOfPeriod, LastOfPeriod } from '../../list/moment'
import { Id, Instant, line, listQuery, name } from '../../list/page'

/** One entry of the audit trail in a list. */
export const QcAuditEntry = z.object({
  auditId: z.int(),
  at: Instant,
  actorId: z.int(),
  actorName: z.string(),
  /** The API token of the program that made the change. */
  program: z.string().nullable(),
  entity: z.string(),
  entityId: z.int(),
  /** Its name: a record's number, a template's code and name. Empty if the object is deleted or has no name. */
  subject: z.string(),
  subjectEn: z.string(),
  action: z.string(),
  /** The changed field, or `<itemKey>/<sampleNo>/<field>` of a value. */
  field: z.string().nullable(),
  /** The present name of a value's item. */
  itemName: z.string(),
  itemNameEn: z.string(),
  /** The beginnings of the old and the new content. The answer about one entry has all of it. */
  old: z.string().nullable(),
  new: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string(),
  /** The hash of the previous entry; `hash` covers it together with this entry. */
  prevHash: z.string(),
  hash: z.string(),
})
export type QcAuditEntry = z.infer<typeof QcAuditEntry>

/** The entry with the present names of its items, by item key. */
export const QcAuditDetail = QcAuditEntry.extend({
  itemNames: z.record(z.string(), z.object({ name: z.string(), nameEn: z.string() })),
})
export type QcAuditDetail = z.infer<typeof QcAuditDetail>

export const QcAuditQuery = listQuery(
  {
    entity: z.enum(auditEntities).optional(),
    /** The id of an object of `entity`, of a record if no `entity` is given. */
    entityId: Id.optional(),
    /** The complete number of a record. */
    recordNo: line(64).optional(),
    /** Contained in the name of the actor. */
    actor: line(64).optional(),
    action: line(32).optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
  },
  // any other field would sort the whole trail
  ['auditId'],
)
export type QcAuditQuery = z.infer<typeof QcAuditQuery>

/** The time zone of an export; by default the server's. */
export const QcAuditZone = line(64).refine(isTimeZone, 'qcProduct.tzUnknown').optional()

/** The reason for the redaction of a text. */
export const Redaction = z.object({ reason: name(500) })

/** A difference between the data and the audit trail. */
const faultKinds = [
  'entry',
  'record',
  'value',
  'photo',
  'version',
  'signature',
  'comment',
  'limit',
  'exclusion',
  'signal',
  'template',
  'lot',
  'equipment',
  'annotation',
  'display',
  'assignment',
  'product',
  'instrument',
  'settings',
  'mention',
  'qr',
  // missing numbers that had been assigned
  'counter',
  // a safeguard of the database
  'trigger',
  'anchor',
] as const

export const AuditFault = z.object({
  kind: z.enum(faultKinds),
  /** One sentence in the caller's language. */
  message: z.string(),
  auditId: z.int().optional(),
  qcValueBaseId: z.int().optional(),
  recordNo: z.string().optional(),
  templateId: z.int().optional(),
  /** The id of a limit set, lot … */
  entityId: z.int().optional(),
  itemKey: z.string().optional(),
  itemName: z.string().optional(),
  sampleNo: z.int().optional(),
  /** The content according to the trail, and the present content. */
  expected: z.string().nullable().optional(),
  found: z.string().nullable().optional(),
})
export type AuditFault = z.infer<typeof AuditFault>

export const AuditVerification = z.object({
  /** The numbers of verified entries, records, photos, versions and signatures. */
  entries: z.int(),
  records: z.int(),
  photos: z.int(),
  versions: z.int(),
  signatures: z.int(),
  /** Rows of other kinds that were compared with the trail, such as limit sets, lots, product lines and labels. */
  things: z.int(),
  /** The number of given anchors whose hashes were compared. */
  anchors: z.int(),
  isWhole: z.boolean(),
  /** The first entry at which the chain is broken. */
  firstBroken: z.object({ auditId: z.int(), why: z.string() }).nullable(),
  faultCount: z.int(),
  /** The first faults. */
  faults: z.array(AuditFault),
  /** Number and hash of the last entry. Together they are an anchor; printed records carry it. */
  headId: z.int(),
  headHash: z.string(),
  checkedAt: Instant,
  tookMs: z.int(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

export const QcAuditVerifyQuery = z.object({
  /** `N:HASH`: an entry noted outside of the database. The trail must still contain it. */
  anchor: line(120)
    .refine((text) => text === '' || readAnchor(text) !== undefined, 'qcAudit.anchorForm')
    .optional(),
})

/** The progress of a verification. */
export const AuditProgress = z.object({
  part: z.enum(['entries', 'records', 'photos', 'things']),
  done: z.int(),
  total: z.int(),
})
export type AuditProgress = z.infer<typeof AuditProgress>

nameSchemas({ QcAuditEntry, QcAuditDetail, Redaction, AuditFault, AuditVerification, AuditProgress })
