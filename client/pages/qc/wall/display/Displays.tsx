import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Display } from '#shared/qc/wall'
import { displayApi } from '../../../../api/qc/display'
import { Button } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { KeyRow } from '../../../../ui/token/KeyRow'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useText } from '../../../../ui/useText'
import { NewDisplay } from './NewDisplay'
import './displays.css'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

/** Creates and revokes the links of displays, which show a wall without a sign-in. */
export default function Displays({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [isChanged, setIsChanged] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['qcDisplay'],
    queryFn: ({ signal }) => displayApi.list(signal),
    staleTime: 0,
  })
  const reload = () => void refetch()

  function onCreated() {
    setIsChanged(false)
    reload()
  }

  const unused = data?.filter(({ isUnused }) => isUnused).length ?? 0
  return (
    <Dialog title={t('qcWall.displays')} open size="medium" isChanged={isChanged} onClose={onClose}>
      <p className="muted keys-intro">{t('qcWall.displaysIntro')}</p>
      <NewDisplay onChanged={() => setIsChanged(true)} onCreated={onCreated} />
      <div className="dialog-late">
        {!data && !error && <Skeleton height="160px" />}
        {error && <ErrorState error={error} onRetry={reload} />}
        {data?.length === 0 && <p className="muted keys-intro">{t('qcWall.noDisplays')}</p>}
        {unused > 0 && <p className="muted keys-intro">{t('qcWall.unused', { count: unused })}</p>}
        <ul className="key-rows">
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
  const localized = useLocalizedName()
  const { displayId, name, productName, productNameEn } = display
  const line = localized({ name: productName, nameEn: productNameEn })
  return (
    <KeyRow
      area="qcWall"
      credential={display}
      scope={line}
      question={t('qcWall.revokeQuestion', { name, line })}
      canRevoke
      revoke={() => displayApi.revoke(displayId)}
      onRevoked={onRevoked}
    />
  )
}
