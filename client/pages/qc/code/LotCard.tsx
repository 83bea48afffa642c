import { Allow } from '../../../ui/Allow'
import { Icon } from '../../../ui/icons/Icon'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { BigVerdict, CardFrame, OpenLink, RecordLinks, type InfoOf } from './CardFrame'
import { StartButton } from './StartButton'

/** A lot: its usability, the number of its records, and the result of the last one. */
export function LotCard({ info }: { info: InfoOf<'lot'> }) {
  const t = useText()
  const { lotId, lotNo, supplier, status, records, ngRecords, last, product, path } = info
  return (
    <CardFrame
      kind="lot"
      title={lotNo}
      about={supplier}
      actions={
        <>
          <Allow tags={['qc:record:list']}>
            <OpenLink href={path}>{t('qcQr.openRecords')}</OpenLink>
          </Allow>
          {status !== 'closed' && <StartButton lot={{ lotId, lotNo }} product={product ?? undefined} />}
        </>
      }
    >
      {status === 'hold' && (
        <p className="row qr-hold" role="alert">
          <Icon name="warning" size={20} />
          {t('qcQr.hold')}
        </p>
      )}
      {last && <BigVerdict value={last.judgement} />}
      <p className="row wrap qr-facts">
        <Tag tone={status === 'hold' ? 'warn' : status === 'open' ? 'info' : 'pending'}>
          {t(`qcLot.status.${status}`)}
        </Tag>
        <Allow tags={['qc:record:list']}>
          <span>
            {records === 0 ? t('qcQr.lotNoRecords') : t('qcQr.lotRecords', { count: records, ng: ngRecords })}
          </span>
        </Allow>
      </p>
      {last && (
        <>
          <h3>{t('qcQr.last')}</h3>
          <RecordLinks records={[last]} />
        </>
      )}
    </CardFrame>
  )
}
