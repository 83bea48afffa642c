import { Fragment, useMemo } from 'react'
import { offsetTime } from '#shared/format/offset-time'
import { isMeasured } from '#shared/qc/constants'
import type { PrintedRecord } from '#shared/qc/record/schema'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { limitsText } from '../../../../ui/qc/entry/limits-text'
import { useText } from '../../../../ui/useText'
import { CorrectionList, valueCorrections } from '../Corrections'
import { groupAt, readItems, type ReadItem } from '../read-items'
import { Statistics } from '../item/Statistics'
import { useValueText } from '../value-text'
import { ValuesHead } from '../ValuesHead'

/** All values of a record with the limits of its version and, below corrected values, the corrections. */
export function PrintValues({ record }: { record: PrintedRecord }) {
  const t = useText()
  const items = useMemo(() => readItems(record).filter(({ item }) => item.type !== 'note'), [record])
  return (
    <section>
      <h2>{t('qcRecord.values')}</h2>
      <table className="print-table print-values">
        <ValuesHead />
        <tbody>
          {items.map((row, index) => (
            <Fragment key={row.item.itemKey}>
              {groupAt(items, index) && (
                <tr className="print-group">
                  <th scope="colgroup" colSpan={5}>
                    {groupAt(items, index)}
                  </th>
                </tr>
              )}
              <PrintItem row={row} record={record} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PrintItemProps = { row: ReadItem; record: PrintedRecord }

function PrintItem({ row, record: { tzMin, gauges } }: PrintItemProps) {
  const { item, values, samples, outcome, corrections } = row
  const t = useText()
  const localized = useLocalizedName()
  const valueText = useValueText()
  const { warnLow, warnHigh } = item
  const warning = [warnLow !== null && `≥ ${warnLow}`, warnHigh !== null && `≤ ${warnHigh}`].filter(Boolean).join(', ')
  const corrected = samples
    .map(({ sampleNo }) => ({ sampleNo, listed: valueCorrections(corrections, item, sampleNo) }))
    .filter(({ listed }) => listed.length > 0)
  const gaugeText = (id: number | null | undefined) => {
    const gauge = gauges.find(({ equipmentId }) => equipmentId === id)
    return gauge && `${gauge.code} ${localized(gauge)}`
  }
  const [gaugeId, ...others] = new Set(values.filter(({ state }) => state === 'present').map((value) => value.gaugeId))
  const gaugeOfAll = others.length === 0 ? gaugeText(gaugeId) : undefined
  return (
    <tr>
      <th scope="row">
        {localized(item)}
        {item.unit && ` (${item.unit})`}
      </th>
      <td>
        {isMeasured(item.type) ? limitsText(item, t) : '-'}
        {isMeasured(item.type) && warning && (
          <div className="print-warning">{t('qcRecord.printed.warning', { limits: warning })}</div>
        )}
      </td>
      <td>
        <span>
          {samples.length === 0
            ? '-'
            : samples.map(({ sampleNo, value }, index) => {
                const isCorrected = corrected.some((one) => one.sampleNo === sampleNo)
                const { judgement = 'OK', gaugeOverdueSince } = value ?? {}
                const gauge = gaugeOfAll === undefined && gaugeText(value?.gaugeId)
                return (
                  <Fragment key={sampleNo}>
                    {index > 0 && <span aria-hidden="true"> · </span>}
                    <span className="print-sample">
                      <span
                        className={isMeasured(item.type) && value?.state === 'present' ? 'print-number' : undefined}
                      >
                        {value ? valueText(item, value) : '-'}
                        {isCorrected && '*'}
                      </span>
                      {gauge && ` (${gauge})`}
                      {judgement !== 'OK' && ` [${t(`qc.judgement.${judgement}`)}]`}
                      {gaugeOverdueSince && ` [${t('qcRecord.gaugeMarkHint', { day: gaugeOverdueSince })}]`}
                    </span>
                  </Fragment>
                )
              })}
        </span>
        {gaugeOfAll && <div className="print-gauge">{t('qcRecord.printed.gauge', { gauge: gaugeOfAll })}</div>}
        {corrected.map(({ sampleNo, listed }) => (
          <div key={sampleNo} className="print-changed">
            * {t('qcRecord.sample', { sample: sampleNo })}
            <CorrectionList corrections={listed} item={item} time={(at) => offsetTime(at, tzMin)} />
          </div>
        ))}
      </td>
      <td>
        <Statistics item={item} outcome={outcome} />
      </td>
      <td>{outcome.isVisible ? t(`qc.judgement.${outcome.judgement}`) : '-'}</td>
    </tr>
  )
}
