import { useState } from 'react'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { isReady } from '../../../ui/ready'
import { useText } from '../../../ui/useText'

const ImportFile = dialogPart(() => import('./ImportFile'))

/** Takes in a template that another plant, or this one, has written to a file. */
export function ImportButton({ refresh }: { refresh: () => void }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)

  async function open() {
    if (await isReady(ImportFile)) setIsOpen(true)
  }

  return (
    <Allow tags={['qc:template:import']}>
      <Button onClick={() => void open()}>{t('qcTemplate.import')}</Button>
      {isOpen && <ImportFile onDone={refresh} onClose={() => setIsOpen(false)} />}
    </Allow>
  )
}
