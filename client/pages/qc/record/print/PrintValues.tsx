import { Fragment, useMemo } from 'react'
import { isMeasured, qcDicts } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { useDict } from '../../../../ui/dict'
import { useCalled } from '../../../../ui/qc/localized-name'
import { limitsText } from '../../../../ui/qc/entry/limits-text'
import { useLocale, useText } from '../../../../ui/useText'
import { CorrectionList } from '../CorrectionList'
import { valueCorrections } from '../corrections'
import { readItems, type ReadItem } from '../item/samples'
import { Statistics } from '../item/Statistics'
import { answerText, valueText } from '../entry/value-text'
import { ValuesHead } from '../ValuesHead'

/** All values of a record with the limits of its version, and below those that were changed, what became of them. */
export function PrintValues({ record }: { record: RecordDetail }) {
  const t = useText()
  const items = useMemo(() => readItems(record), [record])
  return (
    <section>
      <h2>{t('qcRecord.values')}</h2>
      <table className="print-table">
        <ValuesHead />
        <tbody>
          {items.map((one) => (
            <PrintItem key={one.item.itemKey} of={one} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PrintItem({ of: { item, values, outcome, corrections } }: { of: ReadItem }) {
  const t = useText()
  const locale = useLocale()
  const called = useCalled()
  const { labelOf } = useDict(qcDicts.missingReason)
  if (item.type === 'note') return null
  const { warnLow, warnHigh } = item
  const warning = [warnLow !== null && `≥ ${warnLow}`, warnHigh !== null && `≤ ${warnHigh}`].filter(Boolean).join(', ')
  const changed = values
    .map(({ sampleNo }) => ({ sampleNo, its: valueCorrections(corrections, item.itemKey, sampleNo) }))
    .filter(({ its }) => its.length > 0)
  return (
    <tr>
      <th scope="row">
        {called(item)}
        {item.unit && ` (${item.unit})`}
      </th>
      <td>
        {isMeasured(item.type) ? limitsText(item, t) : '-'}
        {isMeasured(item.type) && warning && (
          <div className="print-warning">{t('qcRecord.printed.warning', { limits: warning })}</div>
        )}
      </td>
      <td>
        <span className="print-samples">
          {values.length === 0
            ? '-'
            : values.map((value, index) => {
                const isChanged = changed.some(({ sampleNo }) => sampleNo === value.sampleNo)
                const mark = value.judgement === 'OK' ? '' : ` [${t(`qc.judgement.${value.judgement}`)}]`
                return (
                  <Fragment key={value.sampleNo}>
                    {index > 0 && <span aria-hidden="true"> · </span>}
                    <span className="print-sample">
                      {valueText(item, value, { t, locale, reasonOf: labelOf })}
                      {isChanged && '*'}
                      {mark}
                      {value.gaugeOverdueSince && ` [${t('qcRecord.gaugeMarkHint', { day: value.gaugeOverdueSince })}]`}
                    </span>
                  </Fragment>
                )
              })}
        </span>
        {changed.map(({ sampleNo, its }) => (
          <div key={sampleNo} className="print-changed">
            * {t('qcRecord.sample', { sample: sampleNo })}
            <CorrectionList
              corrections={its}
              textOf={(field, text) => (field === 'raw' ? answerText(item, text, t, locale) : text)}
            />
          </div>
        ))}
      </td>
      <td>
        <Statistics item={item} outcome={outcome} />
      </td>
      <td>{t(`qc.judgement.${outcome.judgement}`)}</td>
    </tr>
  )
}
