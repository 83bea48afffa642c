import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../ui/qc/Verdict'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { BigVerdict, CardFrame, OpenLink, type InfoOf } from './CardFrame'

/** A record: its judgement, its status, and its worst items. */
export function RecordCard({ info }: { info: InfoOf<'record'> }) {
  const t = useText()
  const localized = useLocalizedName()
  const { recordNo, judgement, lotNo, operatorName, inspectedAt, worst, path } = info
  function valueOf({ type, raw, den, unit, chosen }: (typeof worst)[number]) {
    if (chosen.length > 0) return chosen.map(localized).join(', ')
    if (type === 'boolean') return t(raw === '1' ? 'record.yes' : 'record.no')
    return `${raw ?? '-'}${den === null ? '' : ` / ${den}`} ${unit}`.trim()
  }
  const equipment = localized(equipmentOf(info))
  return (
    <CardFrame
      kind="record"
      title={recordNo}
      about={localized(templateOf(info))}
      actions={
        <OpenLink href={path} isPrimary>
          {t('qcQr.openRecord')}
        </OpenLink>
      }
    >
      <BigVerdict value={judgement} />
      <p className="row wrap qr-facts">
        <RecordStatusTag of={info} />
        {lotNo && <span>{`${t('qc.lot')} ${lotNo}`}</span>}
        {equipment && <span>{equipment}</span>}
        <span>
          <Time value={inspectedAt} /> · {operatorName}
        </span>
      </p>
      {worst.length > 0 && (
        <>
          <h3>{t('qcQr.worst')}</h3>
          <ul className="qr-list">
            {worst.map((item) => (
              <li key={item.itemKey} className="row">
                <span>
                  {localized(item)} <small className="hint">{t('qcQr.sample', { sampleNo: item.sampleNo })}</small>
                </span>
                <span>{valueOf(item)}</span>
                <Verdict value={item.judgement} />
              </li>
            ))}
          </ul>
        </>
      )}
    </CardFrame>
  )
}
