import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useSnapshot } from 'valtio'
import { codes } from '#shared/envelope'
import type { Lot, LotRelease } from '#shared/qc/lot'
import { isSessionOver } from '../../../api/failure'
import { Failure } from '../../../api/http'
import { lotApi } from '../../../api/qc/lot'
import { session } from '../../../stores/session'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { SelectField, TextAreaField } from '../../../ui/form/fields'
import { FormFooter } from '../../../ui/form/FormFooter'
import { SignaturePassword } from '../../../ui/qc/sign/SignaturePassword'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { toast } from '../../../ui/overlay/toast'
import { useText } from '../../../ui/useText'
import { useWait } from '../../../ui/form/useWait'

/** Releases a lot from its hold: its new status, the reason, and a signature. */
export default function ReleaseDialog({ row: { lotId, lotNo }, onSaved, onClose }: RowDialogProps<Lot>) {
  const t = useText()
  const { name } = useSnapshot(session)
  const [status, setStatus] = useState<LotRelease['status']>('open')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [waitSeconds, waitFor] = useWait()
  // The lot says if signatures need the password.
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-lot-release', lotId],
    queryFn: () => lotApi.get(lotId),
    retry: false,
    gcTime: 0,
  })

  const [isSeriesOver, setIsSeriesOver] = useState(false)
  const isPasswordAsked = data?.isPasswordAsked && (isSeriesOver || !data.passwordGoodUntil)

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    const input = new FormData(event.currentTarget)
    const reason = String(input.get('reason') ?? '').trim()
    const password = String(input.get('password') ?? '')
    const missing = {
      ...(!reason && { reason: t('field.required') }),
      ...(isPasswordAsked && !password && { password: t('field.required') }),
    }
    setErrors(missing)
    setMessage(undefined)
    if (Object.keys(missing).length > 0) return
    setIsBusy(true)
    try {
      await lotApi.release(lotId, { status, reason, ...(password && { password }) })
      toast.show(t('qcLot.released', { lotNo }), { tone: 'success' })
      onSaved()
      onClose()
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setIsBusy(false)
      if (failure.code === codes.tooMany && failure.retryAfter) waitFor(failure.retryAfter)
      if (isSessionOver(failure)) return
      setErrors(failure.errors ?? {})
      if (failure.errors?.['password']) setIsSeriesOver(true)
      if (!failure.errors) setMessage(failure.message)
    }
  }

  return (
    <Dialog title={t('qcLot.releaseTitle', { lotNo })} open onClose={onClose}>
      {data ? (
        <form noValidate onSubmit={(event) => void submit(event)}>
          {data.isPasswordAsked && <p className="dialog-text">{t('qcLot.releaseMeaning', { name })}</p>}
          {isPasswordAsked && (
            <SignaturePassword label={t('qcLot.password')} error={errors['password']} waitSeconds={waitSeconds} />
          )}
          <SelectField
            label={t('qcLot.releaseTo')}
            value={status}
            onSelect={(value) => setStatus(value ?? 'open')}
            options={(['open', 'closed'] as const).map((value) => ({ value, label: t(`qcLot.status.${value}`) }))}
            required
          />
          <TextAreaField label={t('record.reason')} error={errors['reason']} name="reason" maxLength={500} required />
          {message && (
            <p className="field-error" role="alert">
              {message}
            </p>
          )}
          <FormFooter onCancel={onClose} isBusy={isBusy}>
            {t('qcLot.release')}
          </FormFooter>
        </form>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="160px" />
      )}
    </Dialog>
  )
}
