import { useState, type ComponentProps } from 'react'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'

export const StartRecord = dialogPart(() => import('../../../ui/qc/draft/StartRecord'))

type StartButtonProps = Omit<ComponentProps<typeof StartRecord>, 'onClose'> & { isPrimary?: boolean }

/** Begins a record of what was scanned. */
export function StartButton({ isPrimary = true, ...known }: StartButtonProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Allow tags={['qc:record:add']}>
      <Button
        variant={isPrimary ? 'primary' : 'default'}
        icon="plus"
        onClick={() => void isReady(StartRecord).then(setIsOpen)}
      >
        {t('qcQr.start')}
      </Button>
      {isOpen && <StartRecord {...known} onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
