import { useInboxCount } from './useInboxCount'

const MOST = 99

/** How much waits for the operator, beside the menu entry of the inbox; nothing where nothing waits. */
export default function InboxCount() {
  const count = useInboxCount() ?? 0
  return count > 0 && <span className="sidebar-count">{count > MOST ? `${MOST}+` : count}</span>
}
