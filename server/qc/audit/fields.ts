import { canonical, type AuditEntity, type AuditEntry } from './queries'

/** What the audit trail tells of something, field by field; fields without a value are left out or null. */
type Audited = Record<string, unknown>

/** The entry of something new, whole. */
export const created = (entity: AuditEntity, entityId: number, after: Audited): AuditEntry => ({
  entity,
  entityId,
  action: 'create',
  new: canonical(after),
})

/** The entry of something that is gone, whole. */
export const deleted = (entity: AuditEntity, entityId: number, before: Audited): AuditEntry => ({
  entity,
  entityId,
  action: 'delete',
  old: canonical(before),
})

export const restored = (entity: AuditEntity, entityId: number): AuditEntry => ({
  entity,
  entityId,
  action: 'restore',
})

/** One entry for each field that is another than before. */
export const updated = (entity: AuditEntity, entityId: number, before: Audited, after: Audited): AuditEntry[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, now] = [textOf(before[field]), textOf(after[field])]
    return old === now ? [] : [{ entity, entityId, action: 'update', field, old, new: now }]
  })

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? canonical(value) : String(value)
}
