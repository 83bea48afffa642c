import { useState } from 'react'
import { offsetTime } from '#shared/format/offset-time'
import type { Selfcheck, SelfcheckCase } from '#shared/qc/self-check'
import { useText } from '../../../ui/useText'
import { PrintFrame } from '../../../ui/qc/print/PrintFrame'
import { CaseTable } from './CaseTable'

type PrintedCasesProps = { of: Selfcheck; cases: readonly SelfcheckCase[]; onClose: () => void }

/** The print view of the cases on the page. */
export default function PrintedCases({ of, cases, onClose }: PrintedCasesProps) {
  const t = useText()
  const { engineVersion, held, missed, figures } = of
  const [now] = useState(() => new Date())
  const printedAt = offsetTime(now, -now.getTimezoneOffset())
  return (
    <PrintFrame
      label={t('qcSelfcheck.title')}
      foot={`${t('qcSelfcheck.title')} ${engineVersion} · ${printedAt}`}
      isReady
      onClose={onClose}
    >
      <article className="print-sheet">
        <h1>{t('qcSelfcheck.title')}</h1>
        <p>
          {t('qcSelfcheck.version')} {engineVersion} · {t('qcSelfcheck.held')} {held} · {t('qcSelfcheck.missed')}{' '}
          {missed} · {t('qcSelfcheck.figures')} {figures} · {printedAt}
        </p>
        <CaseTable label={t('qcSelfcheck.title')} cases={cases} />
      </article>
    </PrintFrame>
  )
}
