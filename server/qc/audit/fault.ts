import type { Message } from '#shared/i18n/text'
import type { AuditFault } from '#shared/qc/audit/schema'

/** So many faults are told one by one; of the rest only how many they are. */
const MAX_LISTED = 100

type FaultMessage = Extract<Message, { key: `qcAudit.fault.${string}` }>

/** A fault, before it is known in which language it will be read. */
export type FoundFault = Omit<AuditFault, 'message'> &
  FaultMessage & {
    /** What differs, as the trail names it. */
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
    /** Whether an entry no longer says what was written: nothing can be held against it. */
    isUntrue: (auditId: number) => untrue.has(auditId),
    add(fault: FoundFault) {
      count++
      if (fault.key === 'qcAudit.fault.unsealed') untrue.add(fault.auditId ?? 0)
      if (listed.length < MAX_LISTED) listed.push(fault)
    },
  }
}
