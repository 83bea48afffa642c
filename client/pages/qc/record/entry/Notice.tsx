import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/Icon'

type NoticeProps = {
  tone?: 'info' | 'warn' | 'error'
  text: string
  /** What to do about it. */
  children?: ReactNode
}

/** Something to know about a record, above it. */
export const Notice = ({ tone = 'info', text, children }: NoticeProps) => (
  <div className="record-notice card" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    <Icon name={tone === 'info' ? 'info' : 'warning'} size={20} />
    <span>{text}</span>
    {children}
  </div>
)
