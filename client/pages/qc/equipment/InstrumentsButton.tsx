import { useState } from 'react'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'

const Instruments = dialogPart(() => import('./Instruments'))

/** Opens the keys of instruments that send measurements by themselves. */
export function InstrumentsButton() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)

  async function open() {
    if (await isReady(Instruments)) setIsOpen(true)
  }

  return (
    <Allow tags={['qc:instrument:list']}>
      <Button onClick={() => void open()}>{t('qcInstrument.keys')}</Button>
      {isOpen && <Instruments onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
