import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { inboxKinds } from '#shared/qc/inbox'
import { Button } from '../../../../ui/Button'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Icon } from '../../../../ui/icons/Icon'
import { Chip, ChipBar } from '../../../../ui/input/Chips'
import { PageHead } from '../../../../ui/layout/PageHead'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { isReady } from '../../../../ui/ready'
import { useText } from '../../../../ui/useText'
import { EquipmentPane } from './EquipmentPane'
import { InboxList } from './InboxList'
import { isInOrder } from './items'
import { RecordPane } from './RecordPane'
import { SignalPane } from './SignalPane'
import { useInbox, type InboxView } from './useInbox'
import './inbox.css'

const BulkApproval = dialogPart(() => import('../sign/BulkApproval'))

/** The items that wait for the operator: a list, and beside it the open item with its actions. */
export default function InboxPage() {
  const t = useText()
  const queries = useQueryClient()
  const { page, ...inbox } = useInbox()
  const { data, error, isPlaceholderData, list, isNarrow, item } = inbox
  const [said, setSaid] = useState('')
  const [approving, setApproving] = useState<readonly number[]>()
  const approvable = list.filter(({ kind }) => kind === 'approve')
  const inOrder = approvable.filter(isInOrder).length
  const isOnePane = isNarrow && item !== undefined

  async function approveSome() {
    if (await isReady(BulkApproval)) setApproving(approvable.map(({ id }) => id))
  }

  if (error && !data) return <ErrorState error={error} onRetry={() => void inbox.refetch()} />
  return (
    <section
      ref={page}
      className="inbox"
      aria-busy={!data || isPlaceholderData || undefined}
      onFocus={({ target }) => inbox.noteFocus(target)}
    >
      {isOnePane ? (
        <Link href={inbox.listHref} className="row inline gap-4 inbox-back">
          <Icon name="chevron-left" />
          {t('qcInbox.back')}
        </Link>
      ) : (
        <PageHead title={t('qcInbox.title')} intro={!isNarrow && t('qcInbox.intro')}>
          {approvable.length > 0 && (
            <Button icon="sign" aria-keyshortcuts="b" onClick={() => void approveSome()}>
              {inOrder > 0 ? t('qcInbox.approveOk', { count: inOrder }) : t('qcInbox.approveSome')}
            </Button>
          )}
        </PageHead>
      )}
      <p className="note inbox-said" role="status">
        {said}
      </p>
      {!isOnePane && <Kinds inbox={inbox} />}
      {!data ? (
        <Skeleton height="480px" />
      ) : list.length === 0 && !item ? (
        <div className="card">
          <EmptyState icon="check" text={t('qcInbox.empty')} />
        </div>
      ) : (
        <div className="inbox-split">
          {!isOnePane && <InboxList inbox={inbox} />}
          {!(isNarrow && !item) && <Pane inbox={inbox} onSaid={setSaid} />}
        </div>
      )}
      {approving && (
        <BulkApproval
          ids={approving}
          onDone={() => {
            void queries.invalidateQueries()
            void inbox.restart()
          }}
          onClose={() => setApproving(undefined)}
        />
      )}
    </section>
  )
}

/** The kinds of items for this operator, with their counts. */
function Kinds({ inbox: { data, kind: chosen, filter } }: { inbox: InboxView }) {
  const t = useText()
  if (!data) return null
  const kinds = inboxKinds.filter((kind) => data.counts[kind] !== undefined)
  if (kinds.length < 2) return null
  return (
    <ChipBar label={t('qcInbox.kinds')}>
      <Chip isOn={chosen === undefined} onPress={() => filter(undefined)}>
        {t('qcInbox.counted', { name: t('qcInbox.all'), count: data.count })}
      </Chip>
      {kinds.map((kind) => (
        <Chip key={kind} isOn={chosen === kind} onPress={() => filter(chosen === kind ? undefined : kind)}>
          {t('qcInbox.counted', { name: t(`qcInbox.kind.${kind}`), count: data.counts[kind] ?? 0 })}
        </Chip>
      ))}
    </ChipBar>
  )
}

/** The open item. */
function Pane({ inbox, onSaid }: { inbox: InboxView; onSaid: (text: string) => void }) {
  const t = useText()
  const { item, row, goOn } = inbox
  if (!item) return <EmptyState text={t('qcInbox.choose')} />
  const done = (text: string) => {
    onSaid(text)
    goOn()
  }
  const { kind, id } = item
  return (
    <div className="stack gap-12 inbox-pane">
      {kind === 'signal' ? (
        <SignalPane key={id} id={id} inbox={inbox} onDone={done} />
      ) : kind === 'calibration' ? (
        <EquipmentPane key={id} item={row} inbox={inbox} />
      ) : (
        <RecordPane key={`${kind} ${id}`} id={id} isMention={kind === 'mention'} inbox={inbox} onDone={done} />
      )}
    </div>
  )
}
