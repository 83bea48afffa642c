import { useState } from 'react'
import { Button } from '../../Button'
import { dialogPart } from '../../overlay/Dialog'
import { isReady } from '../../ready'
import { useText } from '../../useText'
import type { AssignDialogProps } from './AssignDialog'

const AssignDialog = dialogPart(() => import('./AssignDialog'))

/** Opens the dialog that assigns an owner. */
export function AssignButton(props: Omit<AssignDialogProps, 'onClose'>) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => void isReady(AssignDialog).then((ready) => ready && setIsOpen(true))}>
        {t('qcAssign.assign')}
      </Button>
      {isOpen && <AssignDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
