import { operationActions } from '#shared/constants'
import { stems, stemWords } from '#shared/stems'
import type { OperationSearch } from '../../../api/access/operation-log'
import { DateRange } from '../../../ui/input/DateRange'
import { OutcomeFilter } from '../../../ui/feedback/outcome'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'

export function OperationFilters({ query, filter }: FiltersProps<OperationSearch>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('operation.wholeUser')}
        value={query.operName ?? ''}
        onSearch={(operName) => filter({ operName })}
      />
      <SearchBox label={t('operation.name')} value={query.name ?? ''} onSearch={(name) => filter({ name })} />
      <Select
        label={t('operation.subject')}
        placeholder={t('operation.anySubject')}
        value={query.stem}
        options={stems.map((stem) => ({ value: stem, label: t(stemWords[stem]) }))}
        onSelect={(stem) => filter({ stem })}
      />
      <Select
        label={t('operation.action')}
        placeholder={t('operation.anyAction')}
        value={query.action}
        options={operationActions.map((action) => ({ value: action, label: t(`operation.action.${action}`) }))}
        onSelect={(action) => filter({ action })}
      />
      <OutcomeFilter value={query.status} onSelect={(status) => filter({ status })} />
      <DateRange
        label={t('operation.period')}
        value={query}
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
    </>
  )
}
