import { useState, type ComponentProps } from 'react'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'

export const StartRecord = dialogPart(() => import('../../../ui/qc/draft/StartRecord'))

/** Begins a record with the data of the code filled in. */
export function StartButton(preset: Omit<ComponentProps<typeof StartRecord>, 'onClose'>) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Allow tags={['qc:record:add']}>
      <Button variant="primary" icon="plus" onClick={() => void isReady(StartRecord).then(setIsOpen)}>
        {t('action.startInspection')}
      </Button>
      {isOpen && <StartRecord {...preset} onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
