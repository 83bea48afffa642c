import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { SignInWays } from '../../pages/access/login/SignInWays'
import { session } from '../../stores/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import './SessionOverDialog.css'
import { DialogFooter } from '../../ui/overlay/DialogFooter'

type SessionOverDialogProps = {
  /** The number of writes that wait for the answer. */
  waiting: number
  onSignedIn: () => void
  onReadOn: () => void
}

/** Signs the same operator in again on top of the page, which keeps its state and input. */
export default function SessionOverDialog({ waiting, onSignedIn, onReadOn }: SessionOverDialogProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  const [isSigningIn, setIsSigningIn] = useState(false)
  const signIn = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The button is gone, and on a phone no field takes the focus: the keyboard would cover the dialog.
    if (isSigningIn && !popup.current?.contains(document.activeElement)) popup.current?.focus()
  }, [isSigningIn])

  return (
    <AlertDialog.Root open onOpenChange={onReadOn}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" forceRender />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup ref={popup} className="dialog dialog-confirm" initialFocus={signIn}>
            <AlertDialog.Title className="dialog-title dialog-title-warning">
              <Icon name="warning" size={20} />
              {t('sessionOver.title')}
            </AlertDialog.Title>
            <AlertDialog.Description className="dialog-text">{t('sessionOver.text')}</AlertDialog.Description>
            {waiting > 0 && <p className="session-over-waiting">{t('sessionOver.waiting', { waiting })}</p>}
            {isSigningIn && (
              <div className="session-over-ways">
                <SignInWays username={userName} onSignedIn={onSignedIn} />
              </div>
            )}
            <DialogFooter>
              {isSigningIn && (
                <Button variant="text" className="session-over-other" onClick={() => location.reload()}>
                  {t('sessionOver.other')}
                </Button>
              )}
              <Button onClick={onReadOn}>{t('action.cancel')}</Button>
              {!isSigningIn && (
                <Button ref={signIn} variant="primary" onClick={() => setIsSigningIn(true)}>
                  {t('sessionOver.signIn')}
                </Button>
              )}
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
