import { hasCriterion } from '#shared/qc/constants'
import type { ItemInfo } from '#shared/qc/record/schema'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Verdict } from '../../../../ui/qc/Verdict'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { Time } from '../../../../ui/time'
import { useIsNarrow } from '../../../../ui/layout/useIsNarrow'
import { useText } from '../../../../ui/useText'
import { CorrectionList, valueCorrections } from '../Corrections'
import { useValueText } from '../value-text'

type Sample = ItemInfo['values'][number]
type SampleProps = { info: ItemInfo; sample: Sample }

/** The values of one item in one record: each with its author, time, gauge and corrections. */
export function ItemSamples({ info }: { info: ItemInfo }) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const title = t('qcRecord.samples')
  return (
    <div className="card">
      <h2 className="record-section-title">{title}</h2>
      {info.values.length === 0 ? (
        <EmptyState text={t('qcRecord.notEntered')} />
      ) : isNarrow ? (
        <ul className="read-cards" aria-label={title}>
          {info.values.map((sample) => (
            <SampleCard key={sample.sampleNo} info={info} sample={sample} />
          ))}
        </ul>
      ) : (
        <SampleTable info={info} title={title} />
      )}
    </div>
  )
}

const isJudged = ({ item }: ItemInfo, { state, judgement }: Sample) =>
  state === 'present' && (hasCriterion(item.type) || judgement !== 'OK')

function SampleTable({ info, title }: { info: ItemInfo; title: string }) {
  const t = useText()
  const localized = useLocalizedName()
  const { item, values } = info
  return (
    <TableScroller label={title}>
      <table className="row-table" aria-label={title}>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              {t('qcRecord.sampleNo')}
            </th>
            <th scope="col" data-align="end">
              {t('qcRecord.value')}
            </th>
            <th scope="col">{t('qcRecord.judgement')}</th>
            {item.gaugeKind && <th scope="col">{t('qcRecord.gauge')}</th>}
            <th scope="col">{t('qcRecord.enteredBy')}</th>
            <th scope="col">{t('qcRecord.enteredAt')}</th>
            <th scope="col">{t('qcRecord.corrections')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((sample) => (
            <tr key={sample.sampleNo}>
              <td data-align="end">{sample.sampleNo}</td>
              <td data-align="end">
                <SampleValue info={info} sample={sample} />
              </td>
              <td>{isJudged(info, sample) ? <Verdict value={sample.judgement} /> : '-'}</td>
              {item.gaugeKind && <td>{localized(gaugeOf(sample)) ?? '-'}</td>}
              <td>{sample.enteredByName}</td>
              <td>
                <Time value={sample.enteredAt} />
              </td>
              <td>
                <SampleCorrections info={info} sample={sample} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

const gaugeOf = ({ gaugeName: name, gaugeNameEn: nameEn }: Sample) => ({ name, nameEn })

function SampleCard({ info, sample }: SampleProps) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <li className="grid read-card">
      <div className="split wrap start read-card-title">
        <b>
          {t('qcRecord.sample', { sample: sample.sampleNo })}: <SampleValue info={info} sample={sample} />
        </b>
        {isJudged(info, sample) && <Verdict value={sample.judgement} />}
      </div>
      <p className="note entry-facts">
        {[sample.enteredByName, localized(gaugeOf(sample))].filter(Boolean).join(' · ')} ·{' '}
        <Time value={sample.enteredAt} />
      </p>
      <SampleCorrections info={info} sample={sample} />
    </li>
  )
}

function SampleValue({ info: { item }, sample }: SampleProps) {
  const t = useText()
  const valueText = useValueText()
  return (
    <>
      {valueText(item, sample)}
      {sample.confirmed && <span className="muted small"> {t('qcRecord.confirmed')}</span>}
    </>
  )
}

function SampleCorrections({ info: { item, corrections }, sample: { sampleNo } }: SampleProps) {
  const listed = valueCorrections(corrections, item, sampleNo)
  if (listed.length === 0 || item.type === 'calculated') return null
  return <CorrectionList corrections={listed} item={item} />
}
