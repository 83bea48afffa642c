import type { Operation } from '#shared/access/operation'
import { isTraceOfDeletion, resourceNames, resourceTitles } from '#shared/resource-names'
import { operationActions } from '#shared/constants'
import { operationApi, type OperationSearch } from '../../../api/access/operation-log'
import type { Area } from '../../../stores/texts'
import { filterBar, searchFilter, choiceFilter, outcomeFilter } from '../../../ui/record/filter-bar'
import { periodFilter } from '../../../ui/record/period-filter'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { recordPage } from '../../../ui/record/RecordPage'
import type { Resource } from '../../../ui/record/list-page'
import { withWords } from '../../../ui/app/word-parts'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { isDone } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { operationColumns } from './columns'

/** The labels of fields. They are many, and only opened entries need them. */
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
  Filters: filterBar<OperationSearch>(
    searchFilter('operName', 'operation.wholeUser'),
    searchFilter('name', 'operation.name'),
    choiceFilter('stem', 'operation.subject', 'operation.anySubject', resourceNames, (resource, t) =>
      t(resourceTitles[resource]),
    ),
    choiceFilter('action', 'operation.action', 'operation.anyAction', operationActions, (action, t) =>
      t(`operation.action.${action}`),
    ),
    outcomeFilter(),
    periodFilter('operation.period'),
  ),
  Details: dialogPart(() => withWords(() => import('./OperationDetails'), fieldTexts)),
  Extras: CleanButton,
  isFixed: isTraceOfDeletion,
}

/** The log of all operations. */
export default recordPage(operations)

/** Deletes the whole log, after a question that names its size. */
function CleanButton({ refresh }: { refresh: () => void }) {
  const t = useText()
  return (
    <Allow tags={['admin:sysOperLog:remove']}>
      <Button icon="trash" onClick={() => void clean(refresh)}>
        {t('operation.clean')}
      </Button>
    </Allow>
  )
}

async function clean(refresh: () => void) {
  let count = 0
  const counting = operationApi.count().then((total) => (count = total))
  if (!(await isDone(counting))) return
  const isSure = await confirm({
    title: tr('operation.clean'),
    text: tr('operation.cleanText', { count }),
    confirmLabel: tr('operation.delete', { count }),
    tone: 'danger',
  })
  if (!isSure) return
  const cleaning = operationApi.clean().then((deleted) => (count = deleted))
  if (!(await isDone(cleaning))) return
  toast.show(tr('operation.cleaned', { count }), { tone: 'success' })
  refresh()
}
