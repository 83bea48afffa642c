import { statuses } from '#shared/constants'
import type { Operation } from '#shared/access/operation'
import { isTraceOfDeletion } from '#shared/resource-names'
import type { OperationSearch } from '../../../api/access/operation-log'
import type { Column } from '../../../ui/table/column'
import { OutcomeTag } from '../../../ui/feedback/outcome'
import { actionsColumn } from '../../../ui/record/actions-column'
import type { RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the operation log. */
export const operationColumns = (t: T, actions: RowActions<Operation>): Column<Operation, OperationSearch>[] => [
  {
    id: 'action',
    header: t('loginLog.message'),
    canHide: false,
    cell: (entry) => (
      <RowLink row={entry} onOpen={actions.onOpen}>
        {summaryOf(entry, t)}
      </RowLink>
    ),
  },
  {
    id: 'name',
    priority: 1,
    header: t('operation.name'),
    cell: ({ name, record }) => name || (record && `#${record}`) || '-',
  },
  { id: 'operName', priority: 1, header: t('operation.user'), cell: whoOf },
  { id: 'deptName', priority: 3, header: t('resource.department'), cell: ({ deptName }) => deptName || '-' },
  { id: 'status', priority: 1, header: t('operation.outcome'), cell: ({ status }) => <OutcomeTag value={status} /> },
  { id: 'operIp', priority: 3, header: t('operation.address'), cell: ({ operIp }) => operIp || '-' },
  {
    id: 'operTime',
    header: t('operation.time'),
    sortable: true,
    cell: ({ operTime }) => <Time value={operTime} />,
  },
  ...actionsColumn<Operation, OperationSearch>(t, actions, (entry) => ({
    name: `#${entry.id}`,
    isFixed: isTraceOfDeletion(entry),
  })),
]

/** The action and its subject, in a few words. */
export const summaryOf = ({ title, action, switchedTo, step, attempt }: Operation, t: T) =>
  attempt
    ? t('operation.attempt', { attempt })
    : t('operation.summary', {
        subject: title,
        action: switchedTo
          ? t(switchedTo === statuses.on ? 'operation.action.enable' : 'operation.action.disable')
          : step || t(`operation.action.${action}`),
      })

/** The operator, and the program if there is one. */
const whoOf = (entry: Operation) => [operatorOf(entry), entry.program].filter(Boolean).join(' · ')

/** The operator: the name, and the account. */
export const operatorOf = ({ operName, operNickName }: Pick<Operation, 'operName' | 'operNickName'>) =>
  operNickName && operNickName !== operName ? `${operNickName} (${operName})` : operName
