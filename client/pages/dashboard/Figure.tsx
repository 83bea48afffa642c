import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../ui/Icon'
import { Skeleton } from '../../ui/feedback/Skeleton'

type FigureProps = {
  label: string
  /** Undefined while it is on its way. */
  value: ReactNode
  hint?: string | undefined
  /** The list that proves the figure. */
  href?: string | undefined
  /** It should be none; of what is NG, in its colour. */
  isWatched?: boolean | 'ng'
}

/** One figure of the dashboard. */
export function Figure({ label, value, hint, href, isWatched }: FigureProps) {
  const isComing = value === undefined
  return (
    <li className="figure card">
      <span className="figure-label">
        {href ? (
          <Link href={href} className="figure-link">
            {label}
            <Icon name="chevron-right" />
          </Link>
        ) : (
          label
        )}
      </span>
      <span className="figure-value" data-warns={isWatched && typeof value === 'number' && value > 0 && isWatched}>
        {isComing ? <Skeleton width="3em" height="0.8em" /> : value}
      </span>
      <span className="figure-hint">{isComing ? <Skeleton width="6em" /> : hint}</span>
    </li>
  )
}
