import { Fragment, useMemo } from 'react'
import { Link } from 'wouter'
import { hasCriterion, isCount, isMeasured, qcDicts } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordItemPath } from '#shared/qc/paths'
import { useDict } from '../../../ui/dict'
import { useCalled } from '../../../ui/qc/localized-name'
import { LimitsBar } from '../../../ui/qc/LimitsBar'
import { Verdict } from '../../../ui/qc/Verdict'
import { Tag } from '../../../ui/feedback/Tag'
import { Tooltip } from '../../../ui/overlay/Tooltip'
import { TableScroller } from '../../../ui/table/TableScroller'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { useLocale, useText } from '../../../ui/useText'
import { valueCorrections } from './corrections'
import { CorrectedFrom, CorrectionMark } from './CorrectionMark'
import { HeadCorrections } from './HeadCorrections'
import { readItems, type ReadItem } from './item/samples'
import { Statistics } from './item/Statistics'
import { valueText } from './entry/value-text'
import { ValuesHead } from './ValuesHead'
import './grid/EntryGrid.css'

/** The values of a record to be read: a table, on a phone a list. */
export function ReadValues({ record }: { record: RecordDetail }) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const items = useMemo(() => readItems(record), [record])
  const id = record.qcValueBaseId
  return (
    <>
      <HeadCorrections corrections={record.corrections} />
      {isNarrow ? (
        <ul className="read-cards" aria-label={t('qcRecord.values')}>
          {items.map((one, index) => (
            <Fragment key={one.item.itemKey}>
              {isNewGroup(items, index) && <li className="read-group">{one.item.groupName}</li>}
              <li className="read-card" data-verdict={one.outcome.judgement}>
                <div className="read-card-title">
                  <div>
                    <ItemName of={one} id={id} />
                  </div>
                  {isJudged(one) && <Verdict value={one.outcome.judgement} />}
                </div>
                <Samples of={one} />
                <Limits of={one} />
                <Statistics item={one.item} outcome={one.outcome} />
              </li>
            </Fragment>
          ))}
        </ul>
      ) : (
        <TableScroller label={t('qcRecord.values')}>
          <table className="entry-grid" aria-label={t('qcRecord.values')}>
            <ValuesHead />
            <tbody>
              {items.map((one, index) => (
                <Fragment key={one.item.itemKey}>
                  {isNewGroup(items, index) && (
                    <tr className="entry-group">
                      <th scope="colgroup" colSpan={5}>
                        {one.item.groupName}
                      </th>
                    </tr>
                  )}
                  <tr className="entry-row" data-verdict={one.outcome.judgement}>
                    <th scope="row">
                      <ItemName of={one} id={id} />
                    </th>
                    <td className="entry-limits">
                      <Limits of={one} />
                    </td>
                    <td>
                      <Samples of={one} />
                    </td>
                    <td className="entry-statistics">
                      <Statistics item={one.item} outcome={one.outcome} />
                    </td>
                    <td className="entry-end">{isJudged(one) && <Verdict value={one.outcome.judgement} />}</td>
                  </tr>
                </Fragment>
              ))}
            </tbody>
          </table>
        </TableScroller>
      )}
    </>
  )
}

/** Where nothing is there and nothing had to be, there is nothing to judge. */
const isJudged = ({ item, values, outcome }: ReadItem) =>
  (values.length > 0 && hasCriterion(item.type)) || outcome.judgement !== 'OK'

const isNewGroup = (items: readonly ReadItem[], index: number) => {
  const { groupName } = items[index]!.item
  return groupName !== '' && groupName !== items[index - 1]?.item.groupName
}

function ItemName({ of: { item }, id }: { of: ReadItem; id: number }) {
  const t = useText()
  const called = useCalled()
  if (item.type === 'note') return <span className="entry-name">{called(item)}</span>
  return (
    <>
      <Link href={recordItemPath(id, item.itemKey)} className="entry-name">
        {called(item)}
      </Link>
      <span className="entry-facts">
        {[item.unit, t(`qcTemplate.severity.${item.severity}`)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function Limits({ of: { item, outcome } }: { of: ReadItem }) {
  if (!isMeasured(item.type)) return null
  const numbers = isCount(item.type) ? [] : outcome.samples.flatMap(({ value }) => (value === null ? [] : [value]))
  return <LimitsBar item={item} values={numbers} />
}

function Samples({ of: { item, values, corrections } }: { of: ReadItem }) {
  const t = useText()
  const locale = useLocale()
  const called = useCalled()
  const { labelOf } = useDict(qcDicts.missingReason)
  if (item.type === 'note') return <p className="entry-instruction">{item.instruction}</p>
  if (values.length === 0) return <span className="entry-none">{t('qcRecord.notEntered')}</span>
  return (
    <ul className="read-samples">
      {values.map((value) => {
        const its = valueCorrections(corrections, item.itemKey, value.sampleNo)
        const label =
          item.sampleSize === 1 ? called(item) : t('qcRecord.cellLabel', { item: called(item), sample: value.sampleNo })
        return (
          <li
            key={value.sampleNo}
            className="read-sample"
            data-verdict={value.judgement}
            data-state={value.state}
            data-long={item.type === 'text' || undefined}
          >
            {its.length > 0 && <CorrectedFrom item={item} corrections={its} />}
            <span className="read-value">{valueText(item, value, { t, locale, reasonOf: labelOf })}</span>
            {value.judgement !== 'OK' && value.state === 'present' && (
              <span className="sr-only">{t(`qc.judgement.${value.judgement}`)}</span>
            )}
            {value.gaugeOverdueSince && (
              <Tooltip text={t('qcRecord.gaugeMarkHint', { day: value.gaugeOverdueSince })}>
                <span>
                  <Tag tone="warn">{t('qcRecord.gaugeMark')}</Tag>
                </span>
              </Tooltip>
            )}
            {its.length > 0 && <CorrectionMark item={item} label={label} corrections={its} />}
          </li>
        )
      })}
    </ul>
  )
}
