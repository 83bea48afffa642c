import type { LoginLogEntry } from '#shared/admin/sign-in-log'
import { loginLogApi, type LoginLogSearch } from '../../../api/admin/sign-in-log'
import { DateRange } from '../../../ui/input/DateRange'
import { OutcomeFilter } from '../../../ui/feedback/outcome'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { useText } from '../../../ui/useText'
import { loginLogColumns } from './columns'

const loginLog: Resource<LoginLogEntry, LoginLogSearch> = {
  name: 'login-log',
  id: ({ id }) => id,
  label: ({ id, username, msg }) => [`#${id}`, username, msg].filter(Boolean).join(' '),
  words: { title: 'loginLog.title', intro: 'loginLog.intro', remove: 'loginLog.delete', empty: 'loginLog.empty' },
  tags: { remove: 'admin:sysLoginLog:remove', export: 'admin:sysLoginLog:export' },
  api: loginLogApi,
  columns: loginLogColumns,
  Filters: LoginLogFilters,
}

/** Who signed in and out, and who tried to. */
export default function LoginLogPage() {
  return <RecordPage of={loginLog} />
}

function LoginLogFilters({ query, filter }: FiltersProps<LoginLogSearch>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('loginLog.user')}
        value={query.username ?? ''}
        onSearch={(username) => filter({ username })}
      />
      <SearchBox label={t('operation.address')} value={query.ipaddr ?? ''} onSearch={(ipaddr) => filter({ ipaddr })} />
      <OutcomeFilter value={query.status} onSelect={(status) => filter({ status })} />
      <DateRange
        label={t('operation.period')}
        value={query}
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
    </>
  )
}
