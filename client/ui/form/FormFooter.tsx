import type { ReactNode } from 'react'
import { Button } from '../Button'
import { useText } from '../useText'
import { DialogFooter } from '../overlay/DialogFooter'

type FormFooterProps = {
  onCancel: () => void
  /** True while the form is being sent. */
  isBusy?: boolean
  /** The action of the submit button, in one or two words. */
  children: ReactNode
}

/** The buttons of a form in a dialog. */
export function FormFooter({ onCancel, isBusy = false, children }: FormFooterProps) {
  const t = useText()
  return (
    <DialogFooter>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button variant="primary" type="submit" busy={isBusy}>
        {children}
      </Button>
    </DialogFooter>
  )
}
