import { Allow } from '../../../ui/Allow'
import { useCalled } from '../../../ui/qc/localized-name'
import { useMissingReasons } from '../../../ui/qc/entry/useMissingReasons'
import { useText } from '../../../ui/useText'
import { CardFrame, OpenLink, type InfoOf } from './CardFrame'
import { StartButton } from './StartButton'

/** A template: its version, and the way to begin a record of it. */
export function TemplateCard({ info }: { info: InfoOf<'template'> }) {
  const t = useText()
  const called = useCalled()
  useMissingReasons() // on the device before the network is gone
  const { templateId, templateCode, versionNo, itemCount, status, path } = info
  const hindrance = status === 'retired' ? t('qcQr.retired') : versionNo === null ? t('qcQr.notPublished') : undefined
  return (
    <CardFrame
      kind="template"
      title={called(info)}
      about={templateCode}
      actions={
        <>
          <Allow tags={['qc:template:list']}>
            <OpenLink href={path}>{t('qcQr.openTemplate')}</OpenLink>
          </Allow>
          {!hindrance && <StartButton templateId={templateId} />}
        </>
      }
    >
      {versionNo !== null && (
        <p className="qr-facts">
          <span>{t('qcQr.version', { versionNo })}</span>
          <span>{t('qcQr.items', { count: itemCount })}</span>
        </p>
      )}
      {hindrance && <p className="qr-hold">{hindrance}</p>}
    </CardFrame>
  )
}
