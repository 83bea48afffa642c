import { Fragment, useMemo } from 'react'
import { Link } from 'wouter'
import { hasCriterion, isCount, isMeasured } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordItemPath } from '#shared/qc/paths'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { LimitsBar } from '../../../ui/qc/limits-bar/LimitsBar'
import { PhotoStrip } from '../../../ui/qc/photo/PhotoStrip'
import { Verdict } from '../../../ui/qc/Verdict'
import { Tag } from '../../../ui/feedback/Tag'
import { Tooltip } from '../../../ui/overlay/Tooltip'
import { TableScroller } from '../../../ui/table/TableScroller'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { useText } from '../../../ui/useText'
import { CircumstanceCorrections, CorrectionMark, FormerValues, valueCorrections } from './Corrections'
import { groupAt, readItems, type ReadItem } from './read-items'
import { Statistics } from './item/Statistics'
import { sampleLabel, useValueText } from './value-text'
import { ValuesHead } from './ValuesHead'
import './grid/EntryGrid.css'

/** The values of a record for reading: a table, on a phone a list. */
export function ReadValues({ record }: { record: RecordDetail }) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const items = useMemo(() => readItems(record), [record])
  const recordId = record.qcValueBaseId
  const groupOf = (index: number) => groupAt(items, index)
  return (
    <>
      <CircumstanceCorrections of={record.corrections} className="record-head-corrections" />
      <ReadPhotos record={record} />
      {isNarrow ? (
        <ul className="read-cards" aria-label={t('qcRecord.values')}>
          {items.map((row, index) => (
            <Fragment key={row.item.itemKey}>
              {groupOf(index) && <li className="muted read-group">{groupOf(index)}</li>}
              <li className="grid read-card" data-verdict={row.outcome.judgement}>
                <div className="split wrap start read-card-title">
                  <div>
                    <ItemName row={row} recordId={recordId} />
                  </div>
                  {isJudged(row) && <Verdict value={row.outcome.judgement} />}
                </div>
                <Samples row={row} />
                <ItemPhotos row={row} record={record} />
                <Limits row={row} />
                <Statistics {...row} />
              </li>
            </Fragment>
          ))}
        </ul>
      ) : (
        <TableScroller label={t('qcRecord.values')}>
          <table className="entry-grid" aria-label={t('qcRecord.values')}>
            <ValuesHead />
            <tbody>
              {items.map((row, index) => (
                <Fragment key={row.item.itemKey}>
                  {groupOf(index) && (
                    <tr className="entry-group">
                      <th scope="colgroup" colSpan={5}>
                        {groupOf(index)}
                      </th>
                    </tr>
                  )}
                  <tr className="entry-row" data-verdict={row.outcome.judgement}>
                    <th scope="row">
                      <ItemName row={row} recordId={recordId} />
                    </th>
                    <td className="entry-limits">
                      <Limits row={row} />
                    </td>
                    <td>
                      <Samples row={row} />
                      <ItemPhotos row={row} record={record} />
                    </td>
                    <td className="entry-statistics">
                      <Statistics {...row} />
                    </td>
                    <td className="entry-end">{isJudged(row) && <Verdict value={row.outcome.judgement} />}</td>
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

/** An item that needs no values and has none has no judgement. */
const isJudged = ({ item, values, outcome }: ReadItem) =>
  (values.length > 0 && hasCriterion(item.type)) || outcome.judgement !== 'OK'

type RowProps = { row: ReadItem }

/** Photos of the record as a whole, including those removed by corrections. */
function ReadPhotos({ record: { photos, removedPhotos } }: { record: RecordDetail }) {
  const t = useText()
  const ofRecord = photos.filter(({ itemKey }) => itemKey === null)
  if (ofRecord.length + removedPhotos.length === 0) return null
  return (
    <div className="stack gap-4 read-photos">
      {ofRecord.length > 0 && <h2 className="note">{t('qcRecord.photos')}</h2>}
      <PhotoStrip photos={ofRecord} of={t('qc.record')} />
      {removedPhotos.length > 0 && <h2 className="note">{t('qcRecord.removedPhotos')}</h2>}
      <PhotoStrip photos={removedPhotos} of={t('qc.record')} label={t('qcRecord.removedPhotos')} />
    </div>
  )
}

function ItemPhotos({ row: { item }, record }: RowProps & { record: RecordDetail }) {
  const localized = useLocalizedName()
  return <PhotoStrip photos={record.photos.filter(({ itemKey }) => itemKey === item.itemKey)} of={localized(item)} />
}

function ItemName({ row: { item }, recordId }: RowProps & { recordId: number }) {
  const t = useText()
  const localized = useLocalizedName()
  if (item.type === 'note') return <span className="entry-name">{localized(item)}</span>
  return (
    <>
      <Link href={recordItemPath(recordId, item.itemKey)} className="entry-name">
        {localized(item)}
      </Link>
      <span className="note entry-facts">
        {[item.unit, t(`qcTemplate.severity.${item.severity}`)].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function Limits({ row: { item, outcome } }: RowProps) {
  if (!isMeasured(item.type)) return null
  const numbers = isCount(item.type) ? [] : outcome.samples.flatMap(({ value }) => value ?? [])
  return <LimitsBar item={item} values={numbers} />
}

function Samples({ row: { item, samples, corrections } }: RowProps) {
  const t = useText()
  const localized = useLocalizedName()
  const valueText = useValueText()
  if (item.type === 'note') return <p className="note entry-instruction">{item.instruction}</p>
  if (samples.length === 0) return <span className="muted">{t('qcRecord.notEntered')}</span>
  return (
    <ul className="row stretch wrap read-samples">
      {samples.map(({ sampleNo, value }) => {
        const { judgement, state, gaugeOverdueSince } = value ?? {}
        const corrected = { item, corrections: valueCorrections(corrections, item, sampleNo) }
        return (
          <li
            key={sampleNo}
            className="row inline gap-4 read-sample"
            data-verdict={judgement}
            data-state={state}
            data-long={item.type === 'text' || undefined}
          >
            <FormerValues {...corrected} />
            <span className="read-value">{value ? valueText(item, value) : '-'}</span>
            {judgement && judgement !== 'OK' && state === 'present' && (
              <span className="sr-only">{t(`qc.judgement.${judgement}`)}</span>
            )}
            {gaugeOverdueSince && (
              <Tooltip text={t('qcRecord.gaugeMarkHint', { day: gaugeOverdueSince })}>
                <span>
                  <Tag tone="warn">{t('qcRecord.gaugeMark')}</Tag>
                </span>
              </Tooltip>
            )}
            {corrected.corrections.length > 0 && (
              <CorrectionMark {...corrected} label={sampleLabel(t, localized(item), item, sampleNo)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
