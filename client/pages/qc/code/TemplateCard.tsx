import type { DraftTemplate } from '../../../stores/qc/draft'
import { Allow } from '../../../ui/Allow'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useMissingReasons } from '../../../ui/qc/entry/useMissingReasons'
import { useText } from '../../../ui/useText'
import { CardFrame, OpenLink, type InfoOf } from './CardFrame'
import { StartButton } from './StartButton'

/** A template: its version, and the button that begins a record of it. */
export function TemplateCard({ info }: { info: InfoOf<'template'> }) {
  const t = useText()
  const localized = useLocalizedName()
  useMissingReasons() // stored on the device before the network fails
  const { templateId, templateCode, versionNo, itemCount, status, path } = info
  const obstacle = status === 'retired' ? t('qcQr.retired') : versionNo === null ? t('qcQr.notPublished') : undefined
  return (
    <CardFrame
      kind="template"
      title={localized(info)}
      about={templateCode}
      actions={
        <>
          <Allow tags={['qc:template:list']}>
            <OpenLink href={path}>{t('qcQr.openTemplate')}</OpenLink>
          </Allow>
          {!obstacle && <StartButton templateId={templateId} />}
        </>
      }
    >
      {versionNo !== null && <VersionFacts versionNo={versionNo} itemCount={itemCount} />}
      {obstacle && <p className="qr-hold">{obstacle}</p>}
    </CardFrame>
  )
}

/** A template stored on this device, shown offline. */
export function OfflineTemplateCard({ template }: { template: DraftTemplate }) {
  const t = useText()
  const localized = useLocalizedName()
  const { templateId, code, versionNo, items } = template
  return (
    <CardFrame
      kind="template"
      title={localized(template)}
      about={code}
      actions={<StartButton templateId={templateId} />}
    >
      <p className="qr-hold" role="status">
        {t('qcQr.offlineTemplate')}
      </p>
      <VersionFacts versionNo={versionNo} itemCount={items.length} />
    </CardFrame>
  )
}

function VersionFacts({ versionNo, itemCount }: { versionNo: number; itemCount: number }) {
  const t = useText()
  return (
    <p className="row wrap qr-facts">
      <span>{t('qcQr.version', { versionNo })}</span>
      <span>{t('qcQr.items', { count: itemCount })}</span>
    </p>
  )
}
