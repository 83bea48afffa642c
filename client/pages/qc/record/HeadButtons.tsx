import { useLocation, useSearch } from 'wouter'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath } from '#shared/qc/paths'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { useText } from '../../../ui/useText'
import { printLabels } from '../../../ui/qc/label/print-labels'
import { neighboursOf } from './list/neighbours'
import { NeighbourButtons } from './RecordHead'

/** Of the head of a record: to the ones before and after in the list, its label, and its printed copy. */
export function HeadButtons({ record: { qcValueBaseId } }: { record: RecordDetail }) {
  const t = useText()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { previous, next } = neighboursOf(qcValueBaseId)
  const goTo = (id: number | undefined) => (id === undefined ? undefined : () => navigate(recordPath(id)))

  function print() {
    search.set('print', '1')
    navigate(`${path}?${search}`)
  }

  return (
    <>
      <NeighbourButtons previous={goTo(previous)} next={goTo(next)} />
      <Allow tags={['qc:qr:print']}>
        <Button onClick={() => void printLabels('record', [qcValueBaseId])}>{t('qcRecord.qr')}</Button>
      </Allow>
      <Button onClick={print}>{t('qcRecord.print')}</Button>
    </>
  )
}
