import type { ApprovalSummary } from '#shared/qc/record/schema'

export type ApprovalRecord = ApprovalSummary['records'][number]

/** Each record is in one group: NG precedes open signals, these precede a missing verdict. */
export function approvalGroups(records: readonly ApprovalRecord[]) {
  const groupOf = ({ hindrance, judgement, openSignals }: ApprovalRecord) => {
    if (hindrance !== null) return 'hindered'
    if (judgement === 'NG') return 'ng'
    if (openSignals > 0) return 'signalled'
    return judgement === 'PENDING' ? 'pending' : 'ok'
  }
  const groups = Map.groupBy(records, groupOf)
  const of = (name: ReturnType<typeof groupOf>) => groups.get(name) ?? []
  return {
    ok: of('ok'),
    ng: of('ng'),
    signalled: of('signalled'),
    pending: of('pending'),
    /** The operator cannot approve them. */
    hindered: of('hindered'),
  }
}
