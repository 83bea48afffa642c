import type { ServerNotice } from '#shared/admin/monitor'
import { Icon } from '../../../ui/Icon'

/** What somebody has to see to, the worst first. */
export function NoticeList({ notices }: { notices: readonly ServerNotice[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="monitor-notices">
      {notices.map(({ kind, isUrgent, text }) => (
        <li key={kind} className={`monitor-notice monitor-notice-${isUrgent ? 'ng' : 'warn'}`}>
          <Icon name="warning" />
          {text}
        </li>
      ))}
    </ul>
  )
}
