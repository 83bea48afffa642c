import { auditActions, auditEntities } from '#shared/qc/audit/words'
import type { QcAuditSearch } from '../../../api/qc/audit'
import { DateRange } from '../../../ui/input/DateRange'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'

export function AuditFilters({ query, filter }: FiltersProps<QcAuditSearch>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('qcAudit.recordNo')}
        value={query.recordNo ?? ''}
        onSearch={(recordNo) => filter({ recordNo })}
      />
      <SearchBox label={t('qcAudit.actor')} value={query.actor ?? ''} onSearch={(actor) => filter({ actor })} />
      <Select
        label={t('qcAudit.entity')}
        placeholder={t('qcAudit.anyEntity')}
        value={query.entity}
        options={auditEntities.map((entity) => ({ value: entity, label: t(`qcAudit.entity.${entity}`) }))}
        onSelect={(entity) => filter({ entity, entityId: undefined })}
      />
      <Select
        label={t('qcAudit.action')}
        placeholder={t('qcAudit.anyAction')}
        value={query.action}
        options={auditActions.map((action) => ({ value: action, label: t(`qcAudit.action.${action}`) }))}
        onSelect={(action) => filter({ action })}
      />
      <DateRange
        label={t('qcAudit.period')}
        value={query}
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
    </>
  )
}
