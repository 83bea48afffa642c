import type { Operation } from '#shared/access/operation'
import { isTraceOfDeletion } from '#shared/stems'
import { operationApi, type OperationSearch } from '../../../api/access/operation-log'
import type { Area } from '../../../stores/texts'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { Resource } from '../../../ui/record/list-page'
import { withWords } from '../../../ui/word-parts'
import { CleanButton } from './CleanButton'
import { operationColumns } from './columns'
import { OperationFilters } from './OperationFilters'

/** What fields are called: many words, and only entries that are opened say them. */
const fieldTexts: Area = {
  zh: () => import('#shared/i18n/zh/log'),
  en: () => import('#shared/i18n/en/log'),
}

const operations: Resource<Operation, OperationSearch> = {
  name: 'operation-log',
  id: ({ id }) => id,
  label: ({ id, title, name }) => [`#${id}`, title, name].filter(Boolean).join(' '),
  words: { title: 'operation.title', intro: 'operation.intro', remove: 'operation.delete', empty: 'operation.empty' },
  tags: { query: 'admin:sysOperLog:query', remove: 'admin:sysOperLog:remove', export: 'admin:sysOperLog:export' },
  api: operationApi,
  columns: operationColumns,
  Filters: OperationFilters,
  Details: dialogPart(() => withWords(() => import('./OperationDetails'), fieldTexts)),
  Extras: CleanButton,
  isFixed: isTraceOfDeletion,
}

/** Who did what. */
export default function OperationLogPage() {
  return <RecordPage of={operations} />
}
