import { Link } from 'wouter'
import type { AppRoute } from '../stores/menu'
import { titleText } from '../stores/titles'
import { Icon } from '../ui/Icon'
import { useLocale, useText } from '../ui/useText'
import { HOME_PATH } from './routes'

/** The way to the present page, from home. Directories lead nowhere and the page itself is here, so only home is a link. */
export function Breadcrumb({ route }: { route: AppRoute | undefined }) {
  const t = useText()
  const locale = useLocale()
  if (!route) return null
  const isHome = route.path === HOME_PATH
  return (
    <nav className="breadcrumb" aria-label={t('shell.trail')}>
      <ol className="breadcrumb-list">
        {!isHome && (
          <li>
            <Link href={HOME_PATH}>{t('page.home')}</Link>
          </li>
        )}
        {route.trail.map((title, at) => (
          <li key={at} aria-current={at === route.trail.length - 1 ? 'page' : undefined}>
            {(!isHome || at > 0) && <Icon name="chevron-right" />}
            {titleText(title, t, locale)}
          </li>
        ))}
      </ol>
    </nav>
  )
}
