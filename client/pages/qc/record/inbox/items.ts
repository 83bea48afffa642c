import { inboxKinds, type InboxItem, type InboxKind } from '#shared/qc/inbox'

/** The name of an item in the address: `approve-12`. */
export const keyOf = ({ kind, id }: Pick<InboxItem, 'kind' | 'id'>) => `${kind}-${id}`

/** The item of a name made by {@link keyOf}. */
export function itemOf(key: string | undefined): { kind: InboxKind; id: number } | undefined {
  const [name, id] = key?.split('-') ?? []
  const kind = inboxKinds.find((known) => known === name)
  return kind && Number(id) > 0 ? { kind, id: Number(id) } : undefined
}

/** True for records that bulk approval may take without a closer look. */
export const isInOrder = ({ kind, judgement, openSignals }: InboxItem) =>
  kind === 'approve' && judgement !== 'NG' && judgement !== 'PENDING' && openSignals === 0
