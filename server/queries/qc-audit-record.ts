import type { Tables } from '../tables'
import type { FoundFault } from './qc-audit-fault'
import type { Slice } from './qc-audit-records'
import { lifeOf, replay, type Replay, type ToldSignature } from './qc-audit-replay'
import { flatContent, recordContent } from './qc-record-content'

export type SignatureRow = Tables['signatures']['$inferSelect']

/** The fields of a value by which a difference is told: the first of them that differs. */
const telling = ['raw', 'num', 'den', 'judgement', 'state', 'missingCode', 'gaugeId', 'confirmed', 'enteredBy']

/** Where one record differs from what the trail says of it. */
export function recordFaults(slice: Slice): FoundFault[] {
  const { id: qcValueBaseId, record, values, entries, signatures } = slice
  const told = replay(entries, record?.versionSha256 ?? null)
  const recordNo = record?.recordNo ?? told.recordNo ?? `#${qcValueBaseId}`
  const about = { qcValueBaseId, recordNo }
  const whole = (key: 'qcAudit.fault.recordGone' | 'qcAudit.fault.recordUntold'): FoundFault[] => [
    { ...about, kind: 'record', key, values: { recordNo } },
  ]
  if (!record) return whole('qcAudit.fault.recordGone')
  if (told.recordNo === undefined) return whole('qcAudit.fault.recordUntold')
  const now = flatContent(recordContent(record, values))
  const content = told.content ?? onlyNumber(now, told)
  return [
    ...differences(content, now, about),
    ...twice(slice, about),
    ...differences(flatLife(told.life), flatLife(lifeOf(record)), about),
    ...signatureFaults(told.signatures, signatures, about),
  ]
}

/** Of a draft the trail knows no more than its number. */
function onlyNumber(now: ReadonlyMap<string, string>, { recordNo = '' }: Replay): Map<string, string> {
  return new Map(now).set('recordNo', recordNo)
}

const flatLife = (life: object): Map<string, string> =>
  new Map(Object.entries(life).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])))

type About = { qcValueBaseId: number; recordNo: string }

/** Fields that differ; of a value the one that tells most. */
function differences(
  expected: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  about: About,
): FoundFault[] {
  const differing = [...new Set([...expected.keys(), ...now.keys()])].filter(
    (field) => expected.get(field) !== now.get(field),
  )
  const heads = differing.filter((field) => !field.includes('/'))
  const ofValues = Map.groupBy(
    differing.filter((field) => field.includes('/')),
    (field) => field.slice(0, field.lastIndexOf('/')),
  )
  const told = [...ofValues].map(([value, fields]) =>
    telling.map((field) => `${value}/${field}`).find((field) => fields.includes(field))!,
  )
  return [...heads, ...told].map((field): FoundFault => {
    const [itemKey, sampleNo] = field.split('/')
    return {
      ...about,
      ...(sampleNo === undefined
        ? { kind: 'record' }
        : { kind: 'value', itemKey: itemKey!, sampleNo: Number(sampleNo) }),
      field,
      expected: expected.get(field) ?? null,
      found: now.get(field) ?? null,
      key: 'qcAudit.fault.differs',
      values: { recordNo: about.recordNo, field },
    }
  })
}

/** Values that stand there twice, under two items of the same key. */
function twice({ values }: Slice, about: About): FoundFault[] {
  const seen = new Set<string>()
  return values.flatMap(({ itemKey, sampleNo, raw }): FoundFault[] => {
    const value = `${itemKey}/${sampleNo}`
    if (!seen.has(value)) {
      seen.add(value)
      return []
    }
    const field = `${value}/raw`
    const told = { key: 'qcAudit.fault.differs', values: { recordNo: about.recordNo, field } } as const
    return [{ ...about, kind: 'value', itemKey, sampleNo, field, expected: null, found: raw, ...told }]
  })
}

/** Signatures that were changed, taken away or put in. */
function signatureFaults(told: readonly ToldSignature[], rows: readonly SignatureRow[], about: About): FoundFault[] {
  const left = [...rows]
  const faults: FoundFault[] = []
  const missing: ToldSignature[] = []
  for (const signature of told) {
    const place = left.findIndex((row) => isThat(row, signature))
    if (place >= 0) left.splice(place, 1)
    else missing.push(signature)
  }
  for (const { auditId, signerName } of missing) {
    // one that is there instead is the same one, changed
    const isChanged = left.shift() !== undefined
    const key = isChanged ? 'qcAudit.fault.signatureChanged' : 'qcAudit.fault.signatureGone'
    faults.push({ ...about, kind: 'signature', auditId, key, values: { recordNo: about.recordNo, name: signerName } })
  }
  for (const { signerName } of left) {
    const values = { recordNo: about.recordNo, name: signerName }
    faults.push({ ...about, kind: 'signature', key: 'qcAudit.fault.signatureAdded', values })
  }
  return faults
}

const isThat = (row: SignatureRow, told: ToldSignature) =>
  row.rev === told.rev &&
  row.meaning === told.meaning &&
  row.signerId === told.signerId &&
  row.signerName === told.signerName &&
  row.signedAt === told.signedAt &&
  row.contentSha256 === told.contentSha256
