import type { RecordDetail } from '#shared/schemas/qc-record'
import { inspect } from '#shared/spc/inspection'
import type { NewRecord } from '../api/qc-record'
import type { EnteredValue, LocalDraft } from './qc-draft'

/** A draft as the server is told of it: what was left empty is left out. */
export function recordOf(draft: LocalDraft): NewRecord {
  const { clientUid, template, lotId, equipmentId, inspectedAt, remark, retestOf } = draft
  return {
    clientUid,
    templateId: template.templateId,
    versionNo: template.versionNo,
    source: draft.hasWaited ? 'offline' : 'manual',
    retestOf,
    lotId,
    equipmentId,
    inspectedAt,
    remark,
    values: sentValues(draft).map(({ raw, den, ...value }) => ({
      ...value,
      raw: value.state === 'present' ? raw || null : null,
      den: value.state === 'present' ? den || null : null,
    })),
  }
}

/** Values of items that are shown: what a condition has hidden again is kept here, and counts for nothing. */
export function sentValues({ template, values }: LocalDraft): EnteredValue[] {
  const shown = inspect(template.items, values).items.filter(({ isVisible }) => isVisible)
  const keys = new Set(shown.map(({ itemKey }) => itemKey))
  return values.filter((value) => keys.has(value.itemKey) && isEntered(value))
}

export const isEntered = ({ state, raw, den }: EnteredValue) => state !== 'present' || raw !== '' || den !== ''

/** Whether a record holds what its draft does; what is calculated follows from that. */
export function isSame(draft: LocalDraft, record: RecordDetail): boolean {
  const { values = [], ...wanted } = recordOf(draft)
  const calculated = new Set(record.items.filter(({ type }) => type === 'calculated').map(({ itemKey }) => itemKey))
  const there = record.values
    .filter(
      ({ itemKey, state, raw, den }) =>
        !calculated.has(itemKey) && (state !== 'present' || raw !== null || den !== null),
    )
    .map(({ itemKey, sampleNo, state, raw, den, missingCode }) =>
      lineOf(itemKey, sampleNo, state, raw, den, missingCode),
    )
  const here = values
    .filter(({ itemKey }) => !calculated.has(itemKey))
    .map(({ itemKey, sampleNo, state = 'present', raw, den, missingCode }) =>
      lineOf(itemKey, sampleNo, state, raw, den, missingCode),
    )
  return (
    (wanted.lotId ?? null) === record.lotId &&
    (wanted.equipmentId ?? null) === record.equipmentId &&
    (wanted.remark ?? '') === record.remark &&
    Date.parse(wanted.inspectedAt ?? '') === Date.parse(record.inspectedAt) &&
    here.toSorted().join('\n') === there.toSorted().join('\n')
  )
}

const lineOf = (
  itemKey: string,
  sampleNo: number,
  state: string,
  raw: string | null | undefined,
  den: string | number | null | undefined,
  missingCode: string | null | undefined,
) => JSON.stringify([itemKey, sampleNo, state, raw?.trim() || null, den ? Number(den) : null, missingCode ?? null])
