import type { Correction } from '#shared/qc/record/schema'
import { useText } from '../../../ui/useText'
import { CorrectionList } from './CorrectionList'
import { circumstanceText, headCorrections } from './corrections'

/** What was changed of the circumstances of a record after it was submitted. */
export function HeadCorrections({ corrections }: { corrections: readonly Correction[] }) {
  const t = useText()
  const shown = headCorrections(corrections)
  if (shown.length === 0) return null
  return (
    <section className="record-head-corrections">
      <h2>{t('qcRecord.headCorrections')}</h2>
      <CorrectionList corrections={shown} textOf={circumstanceText} />
    </section>
  )
}
