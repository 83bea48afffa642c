import { localizedName, type Named } from '../localized-name'
import type { Locale, PlainTextKey, TextKey } from '../../i18n/text'
import { judgements, recordStatuses } from '../constants'
import { photoOf, shortHash } from '../record/photo-field'

/** The kinds of objects of audit entries. */
export const auditEntities = [
  'record',
  'template',
  'product',
  'equipment',
  'lot',
  'qr',
  'limit',
  'exclusion',
  'annotation',
  'signal',
  'assignment',
  'display',
  'instrument',
  'settings',
  'mention',
  'audit',
] as const
export type AuditEntity = (typeof auditEntities)[number]

/** The actions on these objects. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'copy',
  'import',
  'export',
  'openDraft',
  'saveDraft',
  'discardDraft',
  'publish',
  'retire',
  'reactivate',
  'submit',
  'correct',
  'withdraw',
  'review',
  'approve',
  'reject',
  'reopen',
  'void',
  'retest',
  'comment',
  'issue',
  'revoke',
  'freeze',
  'newPhase',
  'retireLimits',
  'seal',
  'baseline',
  'exclude',
  'include',
  'openSignal',
  'acknowledge',
  'close',
  'withdrawSignal',
  'reopenSignal',
  'verify',
  'redact',
  'hold',
  'release',
  'assign',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Fields that share the text of another field. */
const aliases: Readonly<Record<string, string>> = {
  ackName: 'ackBy',
  closedName: 'closedBy',
  createName: 'createBy',
  equipmentId: 'equipment',
  gaugeId: 'gauge',
  lotId: 'lot',
  operatorId: 'operator',
  operatorName: 'operator',
  ownerId: 'owner',
  ownerName: 'owner',
  productId: 'product',
  publishedByName: 'publishedBy',
  qc_blockOverdueGauge: 'blockOverdueGauge',
  qc_selfReview: 'selfReview',
  qc_signaturePassword: 'signaturePassword',
  qc_photoKilobytes: 'photoKilobytes',
  qc_photosPerRecord: 'photosPerRecord',
  qc_photoStorageMegabytes: 'photoStorageMegabytes',
  qc_signatureSeries: 'signatureSeries',
  qc_yieldTarget: 'yieldTarget',
  userName: 'addressee',
  userId: 'addressee',
  shiftId: 'shift',
  shifts: 'shift',
  submittedByName: 'submittedBy',
  templateId: 'template',
}

/** Reads a text of the catalogue. Returns the key if there is no such text. */
export type Say = (key: TextKey, values?: Record<string, string | number>) => string

/** The facts of a sentence: an entry in a list. */
type ListedEntry = {
  actorName: string
  entity: string
  entityId: number
  subject: string
  subjectEn: string
  action: string
  field: string | null
  itemName: string
  itemNameEn: string
  old: string | null
  new: string | null
}

const isOneOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word)

export const auditEntityKey = (entity: string): PlainTextKey =>
  isOneOf(auditEntities, entity) ? `qcAudit.entity.${entity}` : 'qcAudit.entity.other'

/** The name of the object of an entry. */
export const subjectOf = ({ subject: name, subjectEn: nameEn }: Pick<ListedEntry, 'subject' | 'subjectEn'>): Named => ({
  name,
  nameEn,
})

/** The object of an entry, such as `record C21-261120-0007`. */
export function auditSubject(entry: ListedEntry, locale: Locale, say: Say): string {
  const { entity, entityId, old, new: now } = entry
  if (entity === 'audit') return entityId > 0 ? say('qcAudit.entryNo', { id: entityId }) : say('qcAudit.theTrail')
  const kind = say(auditEntityKey(entity))
  // the code names a label: the id is that of the labelled object
  const called =
    localizedName(locale, subjectOf(entry)) || (entity === 'qr' && (now ?? old)) || (entityId > 0 ? `#${entityId}` : '')
  return called ? say('qcAudit.called', { kind, called }) : kind
}

/** The changed field in words; undefined if the entry is not about a field. */
export function auditField({ field, itemName, itemNameEn }: ListedEntry, locale: Locale, say: Say): string | undefined {
  if (field === null) return undefined
  const photo = photoOf(field)
  if (photo) {
    const item = (locale === 'en' && itemNameEn) || itemName || photo.itemKey
    return item ? say('qcAudit.photoOf', { item, hash: shortHash(photo.sha256) }) : auditFieldWord(field, say)
  }
  const [first = '', second, third] = field.split('/')
  if (first === 'version' && second) return say('qcAudit.version', { version: second })
  if (third !== undefined && second !== undefined) {
    const item = (locale === 'en' && itemNameEn) || itemName || first
    return auditPart({ item, sample: second, field: third }, say)
  }
  return second === undefined ? auditFieldWord(first, say) : `${auditFieldWord(first, say)} ${second}`
}

/** The prefix of the field of a photo that a correction removed. */
export const REMOVED = 'removed '

/** The name of a field of one value. */
export const auditPart = (part: { item: string; sample: string; field: string }, say: Say): string =>
  say('qcAudit.ofSample', { ...part, field: auditFieldWord(part.field, say) })

/** The name of a field from the text `qcAudit.field.<name>`. A name without a text stays as it is. */
export function auditFieldWord(field: string, say: Say): string {
  const photo = photoOf(field)
  if (photo) return say('qcAudit.photo', { hash: shortHash(photo.sha256) })
  const removed = photoOf(field.replace(REMOVED, ''))
  if (removed) return say('qcAudit.removedPhoto', { hash: shortHash(removed.sha256) })
  const key = `qcAudit.field.${Object.hasOwn(aliases, field) ? aliases[field] : field}`
  const word = say(key as TextKey) // an unknown key: `say` returns the key
  return word === key ? field : word
}

/** Actions with one field per entry. */
const changing: readonly string[] = ['update', 'correct', 'assign'] satisfies AuditAction[]

/** Functions that return the label of a dictionary code, by the field that holds the code. */
export type Labels = Partial<Record<string, (code: string) => string>>

/** The value of a field. A code of this product becomes a word. */
export function auditValue(
  { field, entity }: Pick<ListedEntry, 'field' | 'entity'>,
  value: string,
  say: Say,
  labels: Labels,
): string {
  const part = field?.split('/').at(-1) ?? ''
  const isVerdict = part === 'judgement' || part === 'firstJudgement'
  if (isVerdict && isOneOf(judgements, value)) return say(`qc.judgement.${value}`)
  if (part === 'status' && entity === 'record' && isOneOf(recordStatuses, value)) return say(`qc.status.${value}`)
  if (photoOf(field)) return photoText(value)
  return labels[part]?.(value) ?? value
}

/** Size and bytes of a photo, which the trail stores beside its hash. */
function photoText(value: string): string {
  const { width, height, bytes } = readObject(value)
  return width && height && bytes ? `${width} × ${height} px, ${Math.ceil(bytes / 1024)} kB` : value
}

function readObject(text: string): Partial<Record<'width' | 'height' | 'bytes', number>> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * An entry as a sentence: actor, action, object.
 * @param labels for fields that hold codes of dictionaries; without them the sentence contains the codes
 */
export function auditSentence(entry: ListedEntry, locale: Locale, say: Say, labels: Labels = {}): string {
  const { actorName: actor, action, old } = entry
  const subject = auditSubject(entry, locale, say)
  const field = auditField(entry, locale, say)
  if (entry.field === 'unsigned') return say('qcAudit.unsigned', { actor, subject })
  if (entry.field === 'signed') return say('qcAudit.signed', { actor, subject })
  if (entry.field === 'self') return say('qcAudit.self', { actor, subject })
  if (field !== undefined && photoOf(entry.field)) {
    return say(entry.new === null ? 'qcAudit.photoRemoved' : 'qcAudit.photoAdded', { actor, subject, photo: field })
  }
  if (field !== undefined && (changing.includes(action) || entry.field === 'disposition')) {
    const shown = (value: string | null) =>
      value === null || value === '' ? say('qcAudit.nothing') : auditValue(entry, value, say, labels)
    return say('qcAudit.changed', { actor, subject, field, old: shown(old), new: shown(entry.new) })
  }
  // an approval implies the new state
  const of = field === undefined || entry.field === 'status' ? subject : say('qcAudit.partOf', { subject, field })
  return isOneOf(auditActions, action)
    ? say(`qcAudit.did.${action}`, { actor, subject: of })
    : say('qcAudit.didOther', { actor, action, subject: of })
}
