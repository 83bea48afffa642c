import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { auditFieldWord, auditPart } from '#shared/qc/audit-words'
import type { AuditFault, AuditVerification } from '#shared/schemas/qc-audit'
import type { Store } from '../store'
import { walkChain } from './qc-audit-chain'
import { collectFaults, type FoundFault } from './qc-audit-fault'
import { namesOf, type ItemNames } from './qc-audit-names'
import { checkRecords } from './qc-audit-records'
import { checkVersions } from './qc-audit-versions'

/** What a verification found, before it is known in which language it will be read. */
export type Verified = Omit<AuditVerification, 'faults' | 'firstBroken'> & {
  found: readonly FoundFault[]
  names: ItemNames
}

/**
 * Walks the whole audit trail, then compares all records, their signatures and all published versions with what it says.
 * It takes as long as there are many, and lets other requests have their turn every few milliseconds.
 */
export async function verifyAudit(store: Store): Promise<Verified> {
  const began = performance.now()
  const checkedAt = new Date().toISOString()
  const faults = collectFaults()
  const chain = await walkChain(store, faults)
  const versions = await checkVersions(store, faults)
  const checked = await checkRecords(store, faults)
  const names = namesOf(store)
  await names.findItems(faults.told.flatMap(({ itemKey }) => itemKey ?? []))
  return {
    ...chain,
    ...checked,
    versions,
    isWhole: faults.count() === 0,
    faultCount: faults.count(),
    found: faults.told,
    names: names.items,
    checkedAt,
    tookMs: Math.round(performance.now() - began),
  }
}

/** The same in words. */
export function verificationIn(locale: Locale, { found, names, ...result }: Verified): AuditVerification {
  const faults = found.map((fault) => faultIn(locale, fault, names))
  const first = faults.find(({ kind }) => kind === 'entry')
  const firstBroken = first ? { auditId: first.auditId ?? 0, why: first.message } : null
  return { ...result, faults, firstBroken }
}

function faultIn(locale: Locale, { key, values, field, ...fault }: FoundFault, names: ItemNames): AuditFault {
  const item = names.get(fault.itemKey ?? '')
  const itemName = item && ((locale === 'en' && item.nameEn) || item.name)
  const say = (word: Parameters<typeof text>[1], filled?: Record<string, string | number>) => text(locale, word, filled)
  const called =
    field &&
    (itemName && fault.sampleNo !== undefined
      ? auditPart({ item: itemName, sample: String(fault.sampleNo), field: field.split('/').at(-1)! }, say)
      : auditFieldWord(field, say))
  const { expected, found } = fault
  return {
    ...fault,
    ...(expected !== undefined && { expected: shown(field, expected) }),
    ...(found !== undefined && { found: shown(field, found) }),
    ...(itemName && { itemName }),
    message: text(locale, key, { ...values, ...(called && { field: called }) }),
  }
}

/** Moments as people can read them. */
function shown(field: string | undefined, value: string | null): string | null {
  const isTime = field !== undefined && (field.endsWith('At') || field === 'effectiveFrom')
  const time = new Date(isTime && value !== null ? Number(value) : NaN)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}
