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
import { samplesOf, type ReadSample } from '../read-items'
import { useValueText } from '../value-text'

type Value = ItemInfo['values'][number]
type Sample = ReadSample<Value>
type SampleProps = { info: ItemInfo; sample: Sample }
type ValueProps = { info: ItemInfo; value: Value }

/**
 * The samples of one item in one record: each with its value, author, time, gauge and corrections. A value that a
 * correction removed has only its corrections.
 */
export function ItemSamples({ info }: { info: ItemInfo }) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const title = t('qcRecord.samples')
  // a calculated value follows from others, which list their own corrections
  const samples = samplesOf(info.values, info.item.type === 'calculated' ? [] : info.corrections)
  return (
    <div className="card">
      <h2 className="record-section-title">{title}</h2>
      {samples.length === 0 ? (
        <EmptyState text={t('qcRecord.notEntered')} />
      ) : isNarrow ? (
        <ul className="read-cards" aria-label={title}>
          {samples.map((sample) => (
            <SampleCard key={sample.sampleNo} info={info} sample={sample} />
          ))}
        </ul>
      ) : (
        <SampleTable info={info} samples={samples} title={title} />
      )}
    </div>
  )
}

const isJudged = ({ item }: ItemInfo, { state, judgement }: Value) =>
  state === 'present' && (hasCriterion(item.type) || judgement !== 'OK')

function SampleTable({ info, samples, title }: { info: ItemInfo; samples: readonly Sample[]; title: string }) {
  const t = useText()
  const localized = useLocalizedName()
  const { item } = info
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
          {samples.map(({ sampleNo, value }) => (
            <tr key={sampleNo}>
              <td data-align="end">{sampleNo}</td>
              <td data-align="end">{value ? <SampleValue info={info} value={value} /> : '-'}</td>
              <td>{value && isJudged(info, value) ? <Verdict value={value.judgement} /> : '-'}</td>
              {item.gaugeKind && <td>{(value && localized(gaugeOf(value))) ?? '-'}</td>}
              <td>{value?.enteredByName ?? '-'}</td>
              <td>{value ? <Time value={value.enteredAt} /> : '-'}</td>
              <td>
                <SampleCorrections info={info} sampleNo={sampleNo} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

const gaugeOf = ({ gaugeName: name, gaugeNameEn: nameEn }: Value) => ({ name, nameEn })

function SampleCard({ info, sample: { sampleNo, value } }: SampleProps) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <li className="grid read-card">
      <div className="split wrap start read-card-title">
        <b>
          {t('qcRecord.sample', { sample: sampleNo })}: {value ? <SampleValue info={info} value={value} /> : '-'}
        </b>
        {value && isJudged(info, value) && <Verdict value={value.judgement} />}
      </div>
      {value && (
        <p className="note entry-facts">
          {[value.enteredByName, localized(gaugeOf(value))].filter(Boolean).join(' · ')} ·{' '}
          <Time value={value.enteredAt} />
        </p>
      )}
      <SampleCorrections info={info} sampleNo={sampleNo} />
    </li>
  )
}

function SampleValue({ info: { item }, value }: ValueProps) {
  const t = useText()
  const valueText = useValueText()
  return (
    <>
      {valueText(item, value)}
      {value.confirmed && <span className="muted small"> {t('qcRecord.confirmed')}</span>}
    </>
  )
}

function SampleCorrections({ info: { item, corrections }, sampleNo }: { info: ItemInfo; sampleNo: number }) {
  const listed = valueCorrections(corrections, item, sampleNo)
  if (listed.length === 0 || item.type === 'calculated') return null
  return <CorrectionList corrections={listed} item={item} />
}
