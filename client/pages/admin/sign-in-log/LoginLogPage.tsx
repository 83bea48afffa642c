import type { LoginLogEntry } from '#shared/admin/sign-in-log'
import { loginLogApi, type LoginLogSearch } from '../../../api/admin/sign-in-log'
import { OutcomeTag } from '../../../ui/feedback/outcome'
import { filterBar, searchFilter, outcomeFilter } from '../../../ui/record/filter-bar'
import { periodFilter } from '../../../ui/record/period-filter'
import { recordPage } from '../../../ui/record/RecordPage'
import type { Resource } from '../../../ui/record/list-page'
import { type T } from '../../../ui/useText'
import type { Column } from '../../../ui/table/column'
import { deviceText } from '../../../ui/app/device'
import { actionsColumn } from '../../../ui/record/actions-column'
import type { RowActions } from '../../../ui/record/RecordActions'
import { Time } from '../../../ui/time'

const loginLog: Resource<LoginLogEntry, LoginLogSearch> = {
  name: 'login-log',
  id: ({ id }) => id,
  label: ({ id, username, msg }) => [`#${id}`, username, msg].filter(Boolean).join(' '),
  words: { title: 'loginLog.title', intro: 'loginLog.intro', remove: 'loginLog.delete', empty: 'loginLog.empty' },
  tags: { remove: 'admin:sysLoginLog:remove', export: 'admin:sysLoginLog:export' },
  api: loginLogApi,
  columns: loginLogColumns,
  Filters: filterBar<LoginLogSearch>(
    searchFilter('username', 'login.username'),
    searchFilter('ipaddr', 'operation.address'),
    outcomeFilter(),
    periodFilter('operation.period'),
  ),
}

/** The log of sign-ins, sign-outs and failed attempts. */
export default recordPage(loginLog)

/** The columns of the sign-in log. */
function loginLogColumns(t: T, actions: RowActions<LoginLogEntry>): Column<LoginLogEntry, LoginLogSearch>[] {
  return [
    {
      id: 'username',
      header: t('login.username'),
      canHide: false,
      cell: ({ username }) => username || '-',
    },
    { id: 'msg', header: t('loginLog.message'), cell: ({ msg }) => msg },
    { id: 'status', priority: 1, header: t('operation.outcome'), cell: ({ status }) => <OutcomeTag value={status} /> },
    { id: 'ipaddr', header: t('operation.address'), cell: ({ ipaddr }) => ipaddr || '-' },
    { id: 'device', priority: 3, header: t('operation.device'), cell: (entry) => deviceText(entry, t) },
    { id: 'method', priority: 3, header: t('session.method'), cell: ({ method }) => t(`session.method.${method}`) },
    {
      id: 'loginTime',
      header: t('operation.time'),
      sortable: true,
      cell: ({ loginTime }) => <Time value={loginTime} />,
    },
    ...actionsColumn<LoginLogEntry, LoginLogSearch>(t, actions, ({ id }) => ({ name: `#${id}` })),
  ]
}
