import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import type { ServerNotice } from '#shared/admin/monitor'
import type { ViewName } from '#shared/views'
import { snoozeNotice, serverNotices } from '../../stores/server-notices'
import { titleText } from '../../stores/titles'
import { IconButton } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useLocale, useText } from '../../ui/useText'
import { useRoutes } from '../routing/useRoutes'

const views: Readonly<Record<ServerNotice['page'], ViewName>> = {
  jobs: '/schedule/index',
  deliveries: '/qc/notification/delivery',
  monitor: '/sys-tools/monitor',
}

/** The worst notice for an administrator; after it is postponed, the next one. The monitor page shows all itself. */
export default function ServerNotices() {
  const t = useText()
  const [notice] = useSnapshot(serverNotices).shown
  const monitor = useRouteOf('monitor')
  const here = usePathname()
  if (!notice || monitor?.path === here) return null
  const { kind, isUrgent, text, page } = notice
  return (
    <p className={`notice ${isUrgent ? 'notice-urgent' : 'notice-offline'}`}>
      <Icon name="warning" />
      <span>
        {text} <WayTo page={page} />
      </span>
      <IconButton label={t('serverNotice.putOff')} icon="close" onClick={() => snoozeNotice(kind)} />
    </p>
  )
}

/** The route of the page in the operator's menu, if there is one. */
const useRouteOf = (page: ServerNotice['page']) => useRoutes().table.all.find(({ view }) => view === views[page])

/** A link to the page that helps, under its name in the operator's menu; nothing if they lack it, or are on it. */
function WayTo({ page }: { page: ServerNotice['page'] }) {
  const t = useText()
  const locale = useLocale()
  const here = usePathname()
  const route = useRouteOf(page)
  const title = route?.trail.at(-1)?.title
  if (!route || !title || route.path === here) return null
  return (
    <Link href={route.path} className="notice-link">
      {titleText(title, t, locale)}
    </Link>
  )
}
