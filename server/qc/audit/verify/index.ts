import { text, textOrKey } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { Anchor } from '#shared/qc/audit/anchor'
import { auditEntityKey, auditFieldWord, auditPart } from '#shared/qc/audit/words'
import type { AuditFault, AuditProgress, AuditVerification } from '#shared/qc/audit/schema'
import type { Store } from '../../../platform/store'
import { checkVersions } from './versions'
import { walkChain } from './chain'
import { collectFaults, type FoundFault } from './faults'
import { checkLabels } from './labels'
import { checkLotSignatures } from './lots'
import { namesOf, type ItemNames } from './names'
import { beginNumbers } from './numbers'
import { checkPhotos, countPhotos } from './photos'
import type { ReportProgress } from './progress'
import { checkRecords, lastRecord } from './records'
import { checkSealedRows, countSealedRows } from './sealed-rows'

/** The result of a verification before its language is known. */
type Verified = Omit<AuditVerification, 'faults' | 'firstBroken'> & {
  found: readonly FoundFault[]
  names: ItemNames
}

type Order = {
  /** Entries and their hashes, taken out of the database earlier. The trail must still have them. */
  anchors?: readonly Anchor[]
  report?: ReportProgress
}

/**
 * Verifies the whole audit trail. Then it compares all records and lots with their signatures, all photos with their
 * hashes, and all published versions, sealed rows and labels with the trail. It also finds gaps in numbers and missing
 * triggers. Its time grows with their number. Other requests have their turn every few milliseconds.
 */
export async function verifyAudit(store: Store, { anchors = [], report = () => {} }: Order = {}): Promise<Verified> {
  const began = performance.now()
  const checkedAt = new Date().toISOString()
  const faults = collectFaults()
  const numbers = await beginNumbers(store)
  const part = (name: AuditProgress['part'], total: number) => (done: number) => report({ part: name, done, total })
  const chain = await walkChain(store, faults, { anchors, report: (done, total) => part('entries', total)(done) })
  const versions = await checkVersions(store, faults)
  const records = part('records', Number((await lastRecord(store))?.id ?? 0))
  const checked = await checkRecords(store, faults, { hearNumber: numbers.take, report: records })
  const photos = await checkPhotos(store, faults, part('photos', await countPhotos(store)))
  const lotSignatures = await checkLotSignatures(store, faults)
  const things = await checkSealedRows(store, faults, part('things', await countSealedRows(store)))
  const labels = await checkLabels(store, faults)
  for (const name of await store.triggerFaults(store.db)) {
    faults.add({ kind: 'trigger', key: 'qcAudit.fault.trigger', values: { name } })
  }
  await numbers.end(faults)
  const names = namesOf(store)
  await names.findItems(faults.listed.flatMap(({ itemKey }) => itemKey ?? []))
  return {
    ...chain,
    records: checked.records,
    photos,
    signatures: checked.signatures + lotSignatures,
    versions,
    things: things + labels,
    anchors: anchors.length,
    isWhole: faults.count() === 0,
    faultCount: faults.count(),
    found: faults.listed,
    names: names.items,
    checkedAt,
    tookMs: Math.round(performance.now() - began),
  }
}

/** The result in a language. */
export function verificationIn(locale: Locale, { found, names, ...result }: Verified): AuditVerification {
  const faults = found.map((fault) => faultIn(locale, fault, names))
  const first = faults.find(({ kind }) => kind === 'entry')
  const firstBroken = first ? { auditId: first.auditId ?? 0, why: first.message } : null
  return { ...result, faults, firstBroken }
}

function faultIn(locale: Locale, { key, values, field, ...fault }: FoundFault, names: ItemNames): AuditFault {
  const item = names.get(fault.itemKey ?? '')
  const itemName = item && ((locale === 'en' && item.nameEn) || item.name)
  const say = (word: string, filled?: Record<string, string | number>) => textOrKey(locale, word, filled)
  const called =
    field &&
    (itemName && fault.sampleNo !== undefined
      ? auditPart({ item: itemName, sample: String(fault.sampleNo), field: field.split('/').at(-1)! }, say)
      : auditFieldWord(field, say))
  const { expected, found } = fault
  const thing = values && 'thing' in values && { kind: capital(say(auditEntityKey(fault.kind))), called: values.thing }
  return {
    ...fault,
    ...(expected !== undefined && { expected: shown(field, expected) }),
    ...(found !== undefined && { found: shown(field, found) }),
    ...(itemName && { itemName }),
    message: text(locale, key, {
      ...values,
      ...(called && { field: called }),
      ...(thing && { thing: say('qcAudit.called', thing) }),
    }),
  }
}

/** Capitalises the first word of a sentence. */
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Time fields whose names do not end in `At`. */
const moments: ReadonlySet<string> = new Set([
  'at',
  'dueOn',
  'effectiveFrom',
  'validFrom',
  'validTo',
  'baseFrom',
  'baseTo',
  'calibrationDue',
])

/** Times as people can read them. */
function shown(field: string | undefined, value: string | null): string | null {
  const isTime = field !== undefined && (field.endsWith('At') || moments.has(field))
  const time = new Date(isTime && value !== null ? Number(value) : NaN)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}
