import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../../ui/icons/Icon'
import { useAddressOf } from '../../../ui/tab'

type HeadCardProps = {
  /** The target and the text of the link above the title. It leads to the page as its tab was left. */
  back: { path: string; text: string }
  title: string
  /** Badges below the title. */
  badges?: ReactNode
  buttons?: ReactNode
  children: ReactNode
}

/** The head of a page of records. */
export const HeadCard = ({ back, title, badges, buttons, children }: HeadCardProps) => (
  <header className="record-head card">
    <Link href={useAddressOf(back.path)} className="row inline gap-4 record-back">
      <Icon name="chevron-left" />
      {back.text}
    </Link>
    <div className="split wrap page-head">
      <div>
        <h1>{title}</h1>
        {badges && <div className="row wrap record-chips">{badges}</div>}
      </div>
      {buttons && <div className="row stretch wrap">{buttons}</div>}
    </div>
    {children}
  </header>
)
