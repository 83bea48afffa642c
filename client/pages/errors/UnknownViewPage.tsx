import { useText } from '../../ui/useText'
import { ErrorPage } from './ErrorPage'

/** A menu entry names a view that this version does not have; everything else still works. */
export default function UnknownViewPage({ view }: { view: string }) {
  const t = useText()
  return (
    <ErrorPage icon="warning" title={t('page.unknownView')}>
      {t('unknownView.text', { view })}
    </ErrorPage>
  )
}
