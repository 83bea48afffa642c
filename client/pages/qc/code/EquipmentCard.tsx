import { Allow } from '../../../ui/Allow'
import { Tag } from '../../../ui/feedback/Tag'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { BigVerdict, CardFrame, OpenLink, RecordLinks, type InfoOf } from './CardFrame'
import { StartButton } from './StartButton'

/** A machine, station or gauge: its last results, and the due date of its calibration. */
export function EquipmentCard({ info }: { info: InfoOf<'equipment'> }) {
  const t = useText()
  const localized = useLocalizedName()
  const { equipmentId, equipmentCode, isEnabled, calibrationDue, results, product, path } = info
  const [last] = results
  return (
    <CardFrame
      kind="equipment"
      title={localized(info)}
      about={equipmentCode}
      actions={
        <>
          <Allow tags={['qc:record:list']}>
            <OpenLink href={path}>{t('qcQr.openRecords')}</OpenLink>
          </Allow>
          {isEnabled && (
            <StartButton
              equipment={{ equipmentId, name: info.name, nameEn: info.nameEn }}
              product={product ?? undefined}
            />
          )}
        </>
      }
    >
      {last && <BigVerdict value={last.judgement} />}
      <p className="row wrap qr-facts">
        <span>{t(`qcEquipment.kind.${info.equipmentKind}`)}</span>
        {!isEnabled && <Tag tone="pending">{t('qcQr.equipmentOff')}</Tag>}
        {calibrationDue && <span>{`${t('qcQr.calibrationDue')} ${calibrationDue}`}</span>}
      </p>
      <Allow tags={['qc:record:list']}>
        <h3>{t('qcQr.results')}</h3>
        {results.length > 0 ? <RecordLinks records={results} /> : <p className="muted">{t('qcQr.noResults')}</p>}
      </Allow>
    </CardFrame>
  )
}
