import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { Button } from '../Button'
import { Icon } from '../icons/Icon'
import { useText } from '../useText'
import './Dialog.css'
import { DialogFooter } from './DialogFooter'

export type Question = {
  title: string
  text: string
  /** The action itself: "Delete 3 records", not "OK". */
  confirmLabel: string
  cancelLabel?: string | undefined
  /** `danger` for actions that cannot be undone. */
  tone?: 'warning' | 'danger'
}

type ConfirmFrameProps = { question: Readonly<Question>; onAnswer: (isConfirmed: boolean) => void }

/** The content of `ConfirmHost`. The focus starts on the harmless button. */
export default function ConfirmFrame({ question, onAnswer }: ConfirmFrameProps) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const { title, text, confirmLabel, cancelLabel = t('action.cancel'), tone = 'warning' } = question
  return (
    <AlertDialog.Root open onOpenChange={() => onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" forceRender />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup className="dialog dialog-confirm" initialFocus={tone === 'danger' ? cancel : submit}>
            <AlertDialog.Title className={`dialog-title dialog-title-${tone}`}>
              <Icon name="warning" size={20} />
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="dialog-text">{text}</AlertDialog.Description>
            <DialogFooter>
              <Button ref={cancel} onClick={() => onAnswer(false)}>
                {cancelLabel}
              </Button>
              <Button ref={submit} variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
