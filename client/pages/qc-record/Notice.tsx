import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'

type NoticeProps = {
  tone?: 'info' | 'error'
  text: string
  /** What to do about it. */
  children?: ReactNode
}

/** Something to know about a record, above it. */
export const Notice = ({ tone = 'info', text, children }: NoticeProps) => (
  <div className="record-notice card" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    <Icon name={tone === 'error' ? 'warning' : 'info'} size={20} />
    <span>{text}</span>
    {children}
  </div>
)
