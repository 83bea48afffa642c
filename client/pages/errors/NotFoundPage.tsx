import { useText } from '../../ui/useText'
import { ErrorPage } from './ErrorPage'

/** 404: there is no such page. */
export default function NotFoundPage() {
  const t = useText()
  return (
    <ErrorPage icon="search" title={t('page.notFound')}>
      {t('notFound.text')}
    </ErrorPage>
  )
}
