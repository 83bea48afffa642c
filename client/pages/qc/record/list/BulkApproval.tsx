import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { templateOf } from '#shared/qc/localized-name'
import type { BulkFaults, RecordRow } from '#shared/qc/record/schema'
import { recordApi } from '../../../../api/qc/record'
import { session } from '../../../../stores/session'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { useCalled } from '../../../../ui/qc/localized-name'
import { Verdict } from '../../../../ui/qc/Verdict'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { toast } from '../../../../ui/overlay/toast'
import { useText } from '../../../../ui/useText'
import { SignForm, type Signed } from '../sign/SignForm'
import '../sign/sign.css'

type BulkApprovalProps = {
  rows: readonly RecordRow[]
  /** The number of selected records that need a review first. */
  unreviewed: number
  onDone: () => void
  onClose: () => void
}

/** Approves several records with one password. Each record gets its own signature. */
export default function BulkApproval({ rows, unreviewed, onDone, onClose }: BulkApprovalProps) {
  const t = useText()
  const called = useCalled()
  const { name } = useSnapshot(session)
  const count = rows.length
  const hasNg = rows.some(({ judgement }) => judgement === 'NG')
  const [faults, setFaults] = useState<BulkFaults['faults']>([])
  // A record tells whether signatures need the password.
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-signing', rows[0]?.qcValueBaseId],
    queryFn: ({ signal }) => recordApi.get(rows[0]?.qcValueBaseId ?? 0, signal),
    retry: false,
  })

  async function send(signed: Signed) {
    const records = rows.map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion }))
    const refused = await recordApi.approve({ ...signed, records })
    setFaults(refused)
    if (refused.length > 0) return
    toast.show(t('qcRecord.done.bulk', { count }), { tone: 'success' })
    onDone()
    onClose()
  }

  return (
    <Dialog title={t('qcRecord.bulkApprove', { count })} open onClose={onClose} size="medium">
      {data ? (
        <SignForm
          asks={{ reason: false, disposition: hasNg, password: data.isPasswordAsked }}
          label={t('qcRecord.bulkApprove', { count })}
          isDanger={false}
          send={send}
          onClose={onClose}
        >
          <p className="sign-meaning">
            {data.isPasswordAsked
              ? t('qcRecord.signMeaning', { name, meaning: t('qcRecord.meaning.approved') })
              : t('qcRecord.unsigned')}
          </p>
          {unreviewed > 0 && <p>{t('qcRecord.bulkUnreviewed', { count, left: unreviewed })}</p>}
          {faults.length > 0 && (
            <div className="sign-refused" role="alert">
              <p>{t('qcRecord.bulkRefused', { count: faults.length })}</p>
              <ul>
                {faults.map((fault) => (
                  <li key={fault.qcValueBaseId}>
                    {fault.recordNo}: {fault.message}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <ul className="sign-records">
            {rows.map((row) => (
              <li key={row.qcValueBaseId} className="row wrap">
                <b>{row.recordNo}</b> <span>{called(templateOf(row))}</span> <Verdict value={row.judgement} />
              </li>
            ))}
          </ul>
        </SignForm>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="240px" />
      )}
    </Dialog>
  )
}
