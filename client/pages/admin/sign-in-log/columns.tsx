import type { LoginLogEntry } from '#shared/admin/sign-in-log'
import type { LoginLogSearch } from '../../../api/admin/sign-in-log'
import type { Column } from '../../../ui/table/column'
import { deviceText } from '../../../ui/app/device'
import { OutcomeTag } from '../../../ui/feedback/outcome'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the sign-in log. */
export const loginLogColumns = (t: T, actions: RowActions<LoginLogEntry>): Column<LoginLogEntry, LoginLogSearch>[] => [
  {
    id: 'username',
    header: t('loginLog.user'),
    canHide: false,
    cell: ({ username }) => username || '-',
  },
  { id: 'msg', header: t('loginLog.message'), cell: ({ msg }) => msg },
  { id: 'status', header: t('operation.outcome'), cell: ({ status }) => <OutcomeTag value={status} /> },
  { id: 'ipaddr', header: t('operation.address'), cell: ({ ipaddr }) => ipaddr || '-' },
  { id: 'device', header: t('operation.device'), cell: (entry) => deviceText(entry, t) },
  { id: 'method', header: t('session.method'), cell: ({ method }) => t(`session.method.${method}`) },
  {
    id: 'loginTime',
    header: t('operation.time'),
    sortable: true,
    cell: ({ loginTime }) => <Time value={loginTime} />,
  },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

const actionsColumn = (t: T, actions: RowActions<LoginLogEntry>): Column<LoginLogEntry, LoginLogSearch> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (entry) => <RecordActions row={entry} name={`#${entry.id}`} {...actions} />,
})
