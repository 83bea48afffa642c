import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { analysisPath } from '#shared/qc/paths'
import type { ItemInfo } from '#shared/qc/record/schema'
import { indexText } from '#shared/spc/capability/terms'
import { readAnalysis } from '../../../../api/qc/analysis'
import { useAllowed } from '../../../../ui/Allow'
import { SignalCards } from '../../../../ui/qc/signal/SignalCards'
import { useText } from '../../../../ui/useText'
import { Fact } from '../../../../ui/layout/Fact'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** What the rules say of one item of a record, and how capable its process has been up to there. */
export function ItemSignals({ info }: { info: ItemInfo }) {
  const maySee = useAllowed(['qc:signal:list'])
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  const { record, item } = info
  return (
    <>
      {maySee && <SignalCards qcValueBaseId={record.qcValueBaseId} itemKey={item.itemKey} />}
      {mayAnalyse && item.spc && <ItemCapability info={info} />}
    </>
  )
}

/** So many records up to the one in view. */
const RECORDS = 100

function ItemCapability({ info: { record, item } }: { info: ItemInfo }) {
  const t = useText()
  const { itemKey } = item
  const { data } = useQuery({
    queryKey: [ANALYSIS_KEY, 'capability', itemKey, record.inspectedAt, RECORDS],
    queryFn: ({ signal }) =>
      readAnalysis(
        'capability',
        { itemKey, to: record.inspectedAt, versionNo: record.versionNo, last: RECORDS },
        signal,
      ),
    retry: false,
  })
  const found = data?.versions[0]
  if (!found || found.cpk.value === null) return null
  const written = (figure: number | null) => (figure === null ? '-' : indexText(figure))
  return (
    <div className="card record-capability">
      <h2>{t('qcSignal.capability', { count: found.n, records: RECORDS })}</h2>
      <dl className="record-facts">
        <Fact label="Cp">{written(found.cp.value)}</Fact>
        <Fact label="Cpk">{written(found.cpk.value)}</Fact>
        <Fact label="Pp">{written(found.pp.value)}</Fact>
        <Fact label="Ppk">{written(found.ppk.value)}</Fact>
      </dl>
      <Link href={analysisPath(itemKey)}>{t('qcSignal.chart')}</Link>
    </div>
  )
}
