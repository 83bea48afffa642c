import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import './ErrorPage.css'

type ErrorPageProps = { icon: IconName; title: string; children: ReactNode }

/** The reason why there is no page, and a link to go on. */
export function ErrorPage({ icon, title, children }: ErrorPageProps) {
  const t = useText()
  return (
    <section className="grid gap-12 error-page">
      <Icon name={icon} size={20} />
      <h1>{title}</h1>
      <p className="error-page-text">{children}</p>
      <Link href="/" className="button button-default">
        {t('action.goHome')}
      </Link>
    </section>
  )
}
