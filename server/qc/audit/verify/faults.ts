import type { AuditFault } from '#shared/qc/audit/schema'
import type { Message } from '#shared/i18n/text'

/** Maximum of listed faults. Further faults are only counted. */
const MAX_LISTED = 100

type FaultMessage = Extract<Message, { key: `qcAudit.fault.${string}` }>

/** A fault before its language is known. */
export type FoundFault = Omit<AuditFault, 'message'> &
  FaultMessage & {
    /** The differing field, by its name in the trail. */
    field?: string
  }

export type Faults = ReturnType<typeof collectFaults>

export function collectFaults() {
  const listed: FoundFault[] = []
  const untrue = new Set<number>()
  let count = 0
  return {
    listed,
    count: () => count,
    /** True if an entry was changed, so that nothing can be compared with it. */
    isUntrue: (auditId: number) => untrue.has(auditId),
    add(fault: FoundFault) {
      count++
      if (fault.key === 'qcAudit.fault.unsealed') untrue.add(fault.auditId ?? 0)
      if (listed.length < MAX_LISTED) listed.push(fault)
    },
  }
}

/** The fault of an entry with unreadable content. */
export const unreadable = (auditId: number): FoundFault => ({
  kind: 'entry',
  auditId,
  key: 'qcAudit.fault.unreadable',
  values: { id: auditId },
})

type Side = string | number | null
const textOf = (side: Side) => (side === null ? null : String(side))

type Pairing<Expected, Row> = {
  noun: 'signature' | 'comment' | 'lotSignature'
  /** The subject of the fault. */
  about: Pick<FoundFault, 'kind'> & Partial<FoundFault>
  /** The record or lot in the message. */
  subject: { recordNo: string } | { lotNo: string }
  fields: readonly (keyof Expected & keyof Row & string)[]
  nameOf: (side: Expected | Row) => string
  /** The removed or added text, where the fault shows it. */
  shownText?: (side: Expected | Row) => string
}

/**
 * Compares rows with the rows expected from the trail: changed, missing and added rows. A row in the place of an
 * expected one counts as the same row, changed.
 */
export function pairFaults<Expected extends { auditId: number }, Row extends object>(
  expected: readonly Expected[],
  rows: readonly Row[],
  { noun, about, subject, fields, nameOf, shownText }: Pairing<Expected, Row>,
): FoundFault[] {
  const fault = (
    end: 'Changed' | 'Gone' | 'Added',
    side: Expected | Row,
    more: Partial<Record<'auditId' | 'field' | 'expected' | 'found', unknown>>,
  ) => {
    const values = { ...subject, name: nameOf(side) }
    return { ...about, ...more, key: `qcAudit.fault.${noun}${end}`, values } as FoundFault // each noun has these three keys
  }
  const added = [...rows]
  const missing = expected.filter((one) => {
    const index = added.findIndex((row) => fields.every((field) => Object.is(row[field], one[field])))
    if (index >= 0) added.splice(index, 1)
    return index < 0
  })
  const changed = missing.splice(0, added.length)
  return [
    ...changed.map((old) => {
      const row = added.shift()!
      const field = fields.find((name) => !Object.is(row[name], old[name]))!
      const sides = { expected: textOf(old[field] as Side), found: textOf(row[field] as Side) } // such fields are compared
      return fault('Changed', old, { auditId: old.auditId, field, ...sides })
    }),
    ...missing.map((old) => {
      const sides = shownText && { expected: shownText(old), found: null }
      return fault('Gone', old, { auditId: old.auditId, ...sides })
    }),
    ...added.map((row) => fault('Added', row, shownText ? { expected: null, found: shownText(row) } : {})),
  ]
}
