import { useInboxCount } from './useInboxCount'

const MOST = 99

/** The number of open tasks, beside the menu entry of the inbox; nothing for 0. */
export function InboxCount() {
  const count = useInboxCount() ?? 0
  return count > 0 && <span className="sidebar-count">{count > MOST ? `${MOST}+` : count}</span>
}
