import { useText } from '../../ui/useText'
import { ErrorPage } from './ErrorPage'

/** 401: there is a page, but not for this operator. */
export default function NotAllowedPage() {
  const t = useText()
  return (
    <ErrorPage icon="lock" title={t('page.notAllowed')}>
      {t('notAllowed.text')}
    </ErrorPage>
  )
}
