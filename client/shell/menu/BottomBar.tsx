import type { ReactNode } from 'react'
import { INBOX_PATH, RECORDS_PATH, recordsPath } from '#shared/qc/paths'
import { reserveEnd } from '../../ui/feedback/end-bar'
import { Icon, type IconName } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import { PROFILE_PATH } from '../routing/fixed-paths'
import { preloadsAt } from '../routing/preload'
import type { RouteTable } from '../routing/routes'
import { useAllowed } from '../../ui/Allow'
import { follow } from './follow'
import { InboxWaiting } from './MenuEntry'
import './BottomBar.css'

/** The bar near the thumb on a phone: the most frequent actions, limited to the operator's rights. */
export default function BottomBar({ table, path, search }: { table: RouteTable; path: string; search: string }) {
  const t = useText()
  const mayScan = useAllowed(['qc:qr:list', 'qc:record:list', 'qc:record:add', 'qc:template:list'])
  const hasRecords = table.plain.has(RECORDS_PATH)
  const hasInbox = table.plain.has(INBOX_PATH)
  const isWaiting = path === RECORDS_PATH && new URLSearchParams(search).get('waiting') === '1'
  const entry = (href: string, icon: IconName, label: string, isHere: boolean, count?: ReactNode) => (
    <a href={href} aria-current={isHere ? 'page' : undefined} onClick={follow} {...preloadsAt(href.split('?', 1)[0]!)}>
      <Icon name={icon} size={20} />
      {label}
      {count}
    </a>
  )
  return (
    <nav className="bottom-bar" aria-label={t('bottomBar.label')} ref={reserveEnd}>
      {mayScan && entry('/caliper/qr-code-info', 'scan', t('page.qrCode'), path === '/caliper/qr-code-info')}
      {hasRecords && entry(RECORDS_PATH, 'form', t('bottomBar.records'), path === RECORDS_PATH && !isWaiting)}
      {hasInbox
        ? entry(INBOX_PATH, 'inbox', t('bottomBar.inbox'), path === INBOX_PATH, <InboxWaiting />)
        : hasRecords && entry(recordsPath({ waiting: '1' }), 'inbox', t('bottomBar.inbox'), isWaiting)}
      {entry(PROFILE_PATH, 'user', t('bottomBar.own'), path === PROFILE_PATH)}
    </nav>
  )
}
