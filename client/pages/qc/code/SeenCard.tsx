import type { DraftTemplate } from '../../../stores/qc/draft'
import { useCalled } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { CardFrame } from './CardFrame'
import { StartButton } from './StartButton'

/** A template as this device remembers it, where there is no network. */
export function SeenCard({ template }: { template: DraftTemplate }) {
  const t = useText()
  const called = useCalled()
  const { templateId, code, versionNo, items } = template
  return (
    <CardFrame kind="template" title={called(template)} about={code} actions={<StartButton templateId={templateId} />}>
      <p className="qr-hold" role="status">
        {t('qcQr.offlineTemplate')}
      </p>
      <p className="qr-facts">
        <span>{t('qcQr.version', { versionNo })}</span>
        <span>{t('qcQr.items', { count: items.length })}</span>
      </p>
    </CardFrame>
  )
}
