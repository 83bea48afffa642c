import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { qcDicts } from '#shared/qc/constants'
import { templateOf } from '#shared/qc/localized-name'
import type { ApprovalSummary, BulkFaults } from '#shared/qc/record/schema'
import { recordApi } from '../../../../api/qc/record'
import { session } from '../../../../stores/session'
import { DictSelect } from '../../../../ui/dict'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Verdict } from '../../../../ui/qc/Verdict'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { toast } from '../../../../ui/overlay/toast'
import { useText } from '../../../../ui/useText'
import { approvalGroups, type ApprovalRecord } from './approval-groups'
import { SignForm, type Signed } from '../../../../ui/qc/sign/SignForm'
import './sign.css'

type BulkApprovalProps = {
  ids: readonly number[]
  onDone: () => void
  onClose: () => void
}

/**
 * Approves several records with one password; each gets its own signature. Records without problems are approved by
 * default. An NG record needs its own disposition; one with an open signal or without a verdict needs a tick.
 */
export default function BulkApproval({ ids, onDone, onClose }: BulkApprovalProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-approval', ids],
    queryFn: ({ signal }) => recordApi.approval(ids, signal),
    gcTime: 0, // signed data are reloaded each time
    retry: false,
  })
  return (
    <Dialog title={t('qcRecord.bulkTitle')} open onClose={onClose} size="medium">
      {data ? (
        <ApprovalForm of={data} onDone={onDone} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="240px" />
      )}
    </Dialog>
  )
}

type ApprovalFormProps = Omit<BulkApprovalProps, 'ids'> & { of: ApprovalSummary }

function ApprovalForm({ of: latest, onDone, onClose }: ApprovalFormProps) {
  const t = useText()
  const { name } = useSnapshot(session)
  const [{ isPasswordAsked, passwordGoodUntil, records }] = useState(latest) // the signed data do not change while the dialog is open
  const [dispositions, setDispositions] = useState<Readonly<Record<number, string>>>({})
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [faults, setFaults] = useState<BulkFaults['faults']>([])
  const isFaulty = ({ qcValueBaseId }: ApprovalRecord) => faults.some((fault) => fault.qcValueBaseId === qcValueBaseId)
  const groups = approvalGroups(records.filter((record) => !isFaulty(record)))
  const { ok, ng, signalled, pending, hindered } = groups
  const chosen = [
    ...ok,
    ...ng.filter(({ qcValueBaseId }) => dispositions[qcValueBaseId]),
    ...[...signalled, ...pending].filter(({ qcValueBaseId }) => ticked.has(qcValueBaseId)),
  ]
  const count = chosen.length
  const counts = [
    t('qcRecord.bulkOk', { count: ok.length }),
    t('qcRecord.bulkNg', { count: ng.length }),
    signalled.length > 0 && t('qcRecord.bulkSignalled', { count: signalled.length }),
    pending.length > 0 && t('qcRecord.bulkPending', { count: pending.length }),
  ]

  function tick(id: number, isTicked: boolean) {
    const next = new Set(ticked)
    if (isTicked) next.add(id)
    else next.delete(id)
    setTicked(next)
  }

  function decide(id: number, disposition: string | undefined) {
    const { [id]: _former, ...others } = dispositions
    setDispositions(disposition ? { ...others, [id]: disposition } : others)
  }

  async function send(signed: Signed) {
    const refused = await recordApi.approve({
      ...signed,
      records: chosen.map(({ qcValueBaseId, lockVersion }) => {
        const disposition = dispositions[qcValueBaseId]
        return { qcValueBaseId, lockVersion, ...(disposition && { disposition }) }
      }),
    })
    setFaults([...faults, ...refused])
    if (refused.length > 0) return
    toast.show(t('qcRecord.done.bulk', { count }), { tone: 'success' })
    onDone()
    onClose()
  }

  return (
    <SignForm
      asks={{ reason: false, disposition: false, password: isPasswordAsked }}
      passwordGoodUntil={passwordGoodUntil}
      label={t('qcRecord.bulkApprove', { count })}
      isDanger={false}
      isEmpty={count === 0}
      send={send}
      onClose={onClose}
    >
      <p className="sign-meaning">
        {isPasswordAsked
          ? t('qcRecord.signMeaning', { name, meaning: t('qcRecord.meaning.approved') })
          : t('qcRecord.unsigned')}
      </p>
      <p className="sign-counts">{counts.filter(Boolean).join(' · ')}</p>
      {faults.length > 0 && (
        <div className="sign-refused" role="alert">
          <p>{t('qcRecord.bulkRefused', { count: faults.length })}</p>
          <Reasons of={faults.map((fault) => ({ ...fault, text: fault.message }))} />
        </div>
      )}
      {ng.length > 0 && (
        <section>
          <h3 className="sign-group">{t('qcRecord.bulkNgTitle')}</h3>
          <ul className="sign-records">
            {ng.map((record) => (
              <Row key={record.qcValueBaseId} record={record}>
                <DictSelect
                  label={t('qcRecord.dispositionOf', { no: record.recordNo })}
                  placeholder={t('qcRecord.bulkLeave')}
                  type={qcDicts.disposition}
                  value={dispositions[record.qcValueBaseId]}
                  onSelect={(disposition) => decide(record.qcValueBaseId, disposition)}
                />
              </Row>
            ))}
          </ul>
        </section>
      )}
      {[...signalled, ...pending].length > 0 && (
        <section>
          <h3 className="sign-group">{t('qcRecord.bulkTickTitle')}</h3>
          <ul className="sign-records">
            {[...signalled, ...pending].map((record) => (
              <Row key={record.qcValueBaseId} record={record}>
                <label className="row inline gap-4">
                  <input
                    type="checkbox"
                    aria-label={t('qcRecord.bulkTick', { no: record.recordNo })}
                    checked={ticked.has(record.qcValueBaseId)}
                    onChange={({ target }) => tick(record.qcValueBaseId, target.checked)}
                  />
                  {record.openSignals > 0
                    ? t('qcInbox.openSignals', { count: record.openSignals })
                    : t('qcRecord.bulkApproveIt')}
                </label>
              </Row>
            ))}
          </ul>
        </section>
      )}
      {ok.length > 0 && (
        <details className="sign-comment">
          <summary>{t('qcRecord.bulkOkTitle', { count: ok.length })}</summary>
          <ul className="sign-records" tabIndex={-1}>
            {ok.map((record) => (
              <Row key={record.qcValueBaseId} record={record} />
            ))}
          </ul>
        </details>
      )}
      {hindered.length > 0 && (
        <details className="sign-comment">
          <summary>{t('qcRecord.bulkHindered', { count: hindered.length })}</summary>
          <Reasons of={hindered.map((record) => ({ ...record, text: record.hindrance ?? '' }))} />
        </details>
      )}
    </SignForm>
  )
}

type RowProps = { record: ApprovalRecord; children?: ReactNode }

function Row({ record, children }: RowProps) {
  const localized = useLocalizedName()
  return (
    <li className="row wrap">
      <b>{record.recordNo}</b> <span>{localized(templateOf(record))}</span> <Verdict value={record.judgement} />
      {children}
    </li>
  )
}

/** Records, each with its obstacle. */
const Reasons = ({ of }: { of: readonly { qcValueBaseId: number; recordNo: string; text: string }[] }) => (
  <ul className="sign-reasons">
    {of.map(({ qcValueBaseId, recordNo, text }) => (
      <li key={qcValueBaseId}>
        {recordNo}: {text}
      </li>
    ))}
  </ul>
)
