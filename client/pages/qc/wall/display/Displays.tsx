import { useQuery } from '@tanstack/react-query'
import type { Display } from '#shared/qc/wall'
import { displayApi } from '../../../../api/qc/display'
import { Button } from '../../../../ui/Button'
import { confirm } from '../../../../ui/overlay/confirm'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { calledNow, useCalled } from '../../../../ui/qc/localized-name'
import { isDone } from '../../../../ui/record/record-actions'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Tag } from '../../../../ui/feedback/Tag'
import { Time } from '../../../../ui/time'
import { toast } from '../../../../ui/overlay/toast'
import { tr, useText } from '../../../../ui/useText'
import { NewDisplay } from './NewDisplay'
import './displays.css'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

/** Creates and revokes the links of displays, which show a wall without a sign-in. */
export default function Displays({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['qcDisplay'],
    queryFn: ({ signal }) => displayApi.list(signal),
    staleTime: 0,
  })
  const reload = () => void refetch()
  const unused = data?.filter(({ isUnused }) => isUnused).length ?? 0
  return (
    <Dialog title={t('qcWall.displays')} open size="medium" onClose={onClose}>
      <p className="muted displays-intro">{t('qcWall.displaysIntro')}</p>
      <NewDisplay onCreated={reload} />
      <div className="dialog-late">
        {!data && !error && <Skeleton height="160px" />}
        {error && <ErrorState error={error} onRetry={reload} />}
        {data?.length === 0 && <p className="muted displays-intro">{t('qcWall.noDisplays')}</p>}
        {unused > 0 && <p className="muted displays-intro">{t('qcWall.unused', { count: unused })}</p>}
        <ul className="displays">
          {data?.map((display) => (
            <DisplayRow key={display.displayId} display={display} onRevoked={reload} />
          ))}
        </ul>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}

function DisplayRow({ display, onRevoked }: { display: Display; onRevoked: () => void }) {
  const t = useText()
  const called = useCalled()
  const { name, createName, createdAt, seenAt, revokedAt, expiresAt, isExpired, isUnused } = display
  const product = { name: display.productName, nameEn: display.productNameEn }

  async function revoke() {
    const isConfirmed = await confirm({
      title: tr('qcWall.revoke'),
      text: tr('qcWall.revokeQuestion', { name, line: calledNow(product) }),
      confirmLabel: tr('qcWall.revoke'),
      tone: 'danger',
    })
    if (!isConfirmed || !(await isDone(displayApi.revoke(display.displayId)))) return
    toast.show(tr('qcWall.revoked', { name }), { tone: 'success' })
    onRevoked()
  }

  return (
    <li className="split gap-12 display-row">
      <div>
        <p className="display-name">
          {name} <span className="muted">{called(product)}</span>
        </p>
        <p className="muted small">
          {t('qcKey.madeBy', { name: createName })} <Time value={createdAt} />
          {' · '}
          {seenAt ? (
            <>
              {t('qcWall.seen')} <Time value={seenAt} relative />
            </>
          ) : (
            t('qcKey.neverSeen')
          )}
          {expiresAt && (
            <>
              {' · '}
              {t('qcKey.until')} <Time value={expiresAt} />
            </>
          )}
        </p>
      </div>
      {revokedAt ? (
        <Tag tone="pending">{t('qcKey.isRevoked')}</Tag>
      ) : (
        <>
          {isExpired && <Tag tone="pending">{t('qcKey.isExpired')}</Tag>}
          {isUnused && <Tag tone="warn">{t('qcKey.isUnused')}</Tag>}
          <Button variant="text" onClick={() => void revoke()} aria-label={t('qcWall.revokeOf', { name })}>
            {t('qcWall.revoke')}
          </Button>
        </>
      )}
    </li>
  )
}
