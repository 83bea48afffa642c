import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Lot, LotRelease } from '#shared/qc/lot'
import { lotApi } from '../../../api/qc/lot'
import { session } from '../../../stores/session'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { SelectField } from '../../../ui/form/fields'
import { SignForm, type Signed } from '../../../ui/qc/sign/SignForm'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { toast } from '../../../ui/overlay/toast'
import { useText } from '../../../ui/useText'

/** Releases a lot from its hold: its new status, the reason, and a signature. */
export default function ReleaseDialog({ row: { lotId, lotNo }, onSaved, onClose }: RowDialogProps<Lot>) {
  const t = useText()
  const { name } = useSnapshot(session)
  const [status, setStatus] = useState<LotRelease['status']>('open')
  // The lot says if signatures need the password.
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-lot-release', lotId],
    queryFn: () => lotApi.get(lotId),
    retry: false,
    gcTime: 0,
  })

  async function send({ reason, password }: Signed) {
    await lotApi.release(lotId, { status, reason: reason ?? '', ...(password && { password }) })
    toast.show(t('qcLot.released', { lotNo }), { tone: 'success' })
    onSaved()
    onClose()
  }

  return (
    <Dialog title={t('qcLot.releaseTitle', { lotNo })} open onClose={onClose}>
      {data ? (
        <SignForm
          asks={{ reason: true, disposition: false, password: data.isPasswordAsked }}
          passwordGoodUntil={data.passwordGoodUntil}
          label={t('qcLot.release')}
          isDanger={false}
          send={send}
          onClose={onClose}
        >
          {data.isPasswordAsked && <p className="sign-meaning">{t('qcLot.releaseMeaning', { name })}</p>}
          <SelectField
            label={t('qcLot.releaseTo')}
            value={status}
            onSelect={(value) => setStatus(value ?? 'open')}
            options={(['open', 'closed'] as const).map((value) => ({ value, label: t(`qcLot.status.${value}`) }))}
            required
          />
        </SignForm>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="160px" />
      )}
    </Dialog>
  )
}
