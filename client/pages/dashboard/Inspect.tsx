import { useState } from 'react'
import { Link } from 'wouter'
import { recordsPath, SCAN_PATH } from '#shared/qc/paths'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { qcPart } from '../../ui/qc/qc-part'
import { isReady } from '../../ui/ready'
import { useText } from '../../ui/useText'

const StartRecord = qcPart(() => import('../../ui/qc/draft/StartRecord'))

/** What an inspector comes for: to begin, by a template or a label, or to go on with what was begun. */
export function Inspect() {
  const t = useText()
  const [isStarting, setIsStarting] = useState(false)
  return (
    <div className="dashboard-inspect">
      <Button variant="primary" icon="plus" onClick={() => void isReady(StartRecord).then(setIsStarting)}>
        {t('dashboard.startInspection')}
      </Button>
      <Link href={SCAN_PATH} className="button button-default">
        <Icon name="validCode" />
        {t('page.qrCode')}
      </Link>
      <Link href={recordsPath({ status: 'draft', mine: '1' })} className="button button-default">
        {t('dashboard.myDrafts')}
      </Link>
      {isStarting && <StartRecord onClose={() => setIsStarting(false)} />}
    </div>
  )
}
