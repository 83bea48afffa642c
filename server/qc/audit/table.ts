import type { Meaning } from '#shared/qc/constants'
import type { Columns } from '../../platform/tables/columns'

export function qcAuditTables(k: Columns) {
  /** All acts of quality control. Each entry is sealed with the one before. Only a redaction changes one. */
  const audits = k.table(
    'qc_audit',
    {
      /** Counted from 1 without gaps. */
      id: k.int('id').primaryKey(),
      at: k.time('at').notNull(),
      actorId: k.int('actor_id').notNull(),
      actorName: k.text('actor_name').notNull(),
      entity: k.text('entity').notNull(),
      entityId: k.int('entity_id').notNull(),
      action: k.text('action').notNull(),
      /** The part that changed: a column, or `<itemKey>/<sampleNo>`. */
      field: k.text('field'),
      old: k.text('old'),
      new: k.text('new'),
      reasonCode: k.text('reason_code'),
      reason: k.text('reason'),
      requestId: k.text('request_id').notNull(),
      /** The API token of the program; null for a person. */
      program: k.text('program'),
      prevHash: k.text('prev_hash').notNull(),
      hash: k.text('hash').notNull(),
    },
    (t) => [
      k.index('qc_audit_entity').on(t.entity, t.entityId, t.id),
      k.index('qc_audit_action').on(t.action, t.id),
      k.index('qc_audit_at').on(t.at, t.id),
      k.index('qc_audit_actor').on(t.actorId),
    ],
  )

  /** One row: the last entry. An append locks it. It reveals an entry cut off at the end. */
  const auditHeads = k.table('qc_audit_head', {
    id: k.int('id').primaryKey(),
    lastId: k.int('last_id').notNull(),
    lastHash: k.text('last_hash').notNull(),
  })

  const signatures = k.table(
    'qc_signature',
    {
      signatureId: k.id('signature_id'),
      entity: k.text('entity').notNull(),
      entityId: k.int('entity_id').notNull(),
      rev: k.int('rev').notNull(),
      meaning: k.text('meaning').$type<Meaning>().notNull(),
      signerId: k.int('signer_id').notNull(),
      signerName: k.text('signer_name').notNull(),
      signedAt: k.time('signed_at').notNull(),
      /** The hash of the signed content in canonical JSON. */
      contentSha256: k.text('content_sha256').notNull(),
      reason: k.text('reason'),
    },
    (t) => [k.index('qc_signature_of').on(t.entity, t.entityId, t.signatureId)],
  )
  return { audits, auditHeads, signatures }
}
