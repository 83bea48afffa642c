import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { analysisPath } from '#shared/qc/paths'
import type { ItemInfo } from '#shared/qc/record/schema'
import { indexText } from '#shared/spc/capability/terms'
import { readAnalysis } from '../../../../api/qc/analysis'
import { useAllowed } from '../../../../ui/Allow'
import { SignalCards } from '../../../../ui/qc/signal/SignalCards'
import { useText } from '../../../../ui/useText'
import { Facts } from '../../../../ui/layout/Fact'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** The signals of one item of a record, the capability of its process up to the record, and its control chart. */
export function ItemSignals({ info }: { info: ItemInfo }) {
  const maySeeSignals = useAllowed(['qc:signal:list'])
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  const { record, item } = info
  return (
    <>
      {maySeeSignals && <SignalCards qcValueBaseId={record.qcValueBaseId} itemKey={item.itemKey} />}
      {mayAnalyse && item.spc && <ItemCapability info={info} />}
    </>
  )
}

/** The capability covers this many records, up to the one in view. */
const RECORDS = 100

function ItemCapability({ info: { record, item } }: { info: ItemInfo }) {
  const t = useText()
  const { itemKey } = item
  const query = { itemKey, to: record.inspectedAt, versionNo: record.versionNo, last: RECORDS }
  const { data } = useQuery({
    queryKey: [ANALYSIS_KEY, 'capability', itemKey, record.inspectedAt, RECORDS],
    queryFn: ({ signal }) => readAnalysis('capability', query, signal),
    retry: false,
  })
  const capability = data?.versions[0]
  const indexOf = (value: number | null) => (value === null ? '-' : indexText(value))
  return (
    <div className="grid card record-capability">
      {capability && capability.cpk.value !== null && (
        <>
          <h2>{t('qcSignal.capability', { count: capability.n, records: RECORDS })}</h2>
          <Facts
            className="facts record-facts"
            of={[
              ['Cp', indexOf(capability.cp.value)],
              ['Cpk', indexOf(capability.cpk.value)],
              ['Pp', indexOf(capability.pp.value)],
              ['Ppk', indexOf(capability.ppk.value)],
            ]}
          />
        </>
      )}
      <Link href={analysisPath(itemKey)}>{t('qcSignal.chart')}</Link>
    </div>
  )
}
