import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/Icon'
import './EmptyState.css'

type EmptyStateProps = {
  /** One sentence: the reason for the empty state. */
  text: string
  icon?: IconName
  /** A remedy: a button or a link. */
  action?: ReactNode
}

export const EmptyState = ({ text, icon = 'form', action }: EmptyStateProps) => (
  <div className="stack middle gap-12 empty-state">
    <Icon name={icon} size={20} />
    <p>{text}</p>
    {action}
  </div>
)
