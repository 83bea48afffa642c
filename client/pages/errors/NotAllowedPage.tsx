import { usePathname } from 'wouter/use-browser-location'
import { useText } from '../../ui/useText'
import { ErrorPage } from './ErrorPage'

/** Linked pages, by the name of their permission. */
const names = { '/caliper/bigscreen': 'page.bigScreen', '/caliper/analy': 'page.analysis' } as const
const isNamed = (path: string): path is keyof typeof names => path in names

/** 401: the page exists, but not for this operator. */
export default function NotAllowedPage() {
  const t = useText()
  const path = usePathname()
  return (
    <ErrorPage icon="lock" title={t('page.notAllowed')}>
      {isNamed(path) ? t('notAllowed.page', { page: t(names[path]) }) : t('notAllowed.text')}
    </ErrorPage>
  )
}
