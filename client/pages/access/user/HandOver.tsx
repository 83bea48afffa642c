import { Button } from '../../../ui/Button'
import { useText } from '../../../ui/useText'
import { copyPassword } from './GivenPassword'
import './user.css'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

type HandOverProps = { text: string; password: string; onClose: () => void }

/** A password that is shown for the last time, so that it can be handed over. */
export function HandOver({ text, password, onClose }: HandOverProps) {
  const t = useText()
  return (
    <>
      <p className="user-dialog-text" role="status">
        {text}
      </p>
      <p className="user-password-done">
        <code>{password}</code>
        <Button icon="copy" onClick={() => void copyPassword(password)}>
          {t('user.copyPassword')}
        </Button>
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogFooter>
    </>
  )
}
