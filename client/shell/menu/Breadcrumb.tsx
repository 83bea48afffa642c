import { Link } from 'wouter'
import type { AppRoute } from '../../stores/menu'
import { titleText } from '../../stores/titles'
import { Icon } from '../../ui/icons/Icon'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { useLocale, useText } from '../../ui/useText'
import { HOME_PATH } from '../routing/fixed-paths'
import './Breadcrumb.css'

/** The path to the present page, from home. The present page and steps without a target are no links. */
export function Breadcrumb({ route }: { route: AppRoute | undefined }) {
  const t = useText()
  const locale = useLocale()
  if (!route) return null
  const home = { title: 'page.home', path: HOME_PATH } as const
  const steps = route.path === HOME_PATH ? route.trail : [home, ...route.trail]
  return (
    <nav className="breadcrumb" aria-label={t('shell.trail')}>
      <ol className="breadcrumb-list">
        {steps.map(({ title, path }, at) => {
          const text = titleText(title, t, locale)
          const isLast = at === steps.length - 1
          // A pattern such as `/dict/:id` is not the address of a page.
          const isLink = path !== undefined && !isLast && !path.includes(':')
          return (
            <li key={at} aria-current={isLast ? 'page' : undefined}>
              {at > 0 && <Icon name="chevron-right" />}
              <Tooltip text={text} when={isCut}>
                {isLink ? (
                  <Link href={path} className="breadcrumb-step">
                    {text}
                  </Link>
                ) : (
                  <span className="breadcrumb-step">{text}</span>
                )}
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const isCut = (step: HTMLElement) => step.scrollWidth > step.clientWidth
