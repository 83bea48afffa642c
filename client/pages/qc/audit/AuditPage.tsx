import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readAnchor } from '#shared/qc/audit/anchor'
import type { AuditVerification, QcAuditEntry } from '#shared/qc/audit/schema'
import { auditActions, auditEntities } from '#shared/qc/audit/words'
import { qcAuditApi, type QcAuditSearch } from '../../../api/qc/audit'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { DataTable } from '../../../ui/table/DataTable'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ExportMenu } from '../../../ui/record/ExportMenu'
import { Select } from '../../../ui/input/Select'
import { PageHead } from '../../../ui/layout/PageHead'
import { isReady } from '../../../ui/ready'
import { choiceFilter, filterBar, searchFilter } from '../../../ui/record/filter-bar'
import { periodFilter } from '../../../ui/record/period-filter'
import { isDone } from '../../../ui/record/record-actions'
import { useList } from '../../../ui/table/useList'
import { useListQuery } from '../../../ui/table/useListQuery'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import { useLocale, useText } from '../../../ui/useText'
import { AnchorForm } from './AnchorForm'
import { auditColumns } from './columns'
import { VerificationCard } from './VerificationCard'

const EntryDetails = dialogPart(() => import('./EntryDetails'))
const LIST = 'qc-audit'
/** The interval at which the progress of a verification is read. */
const PROGRESS_MS = 1000
/** Assignments and mentions have seals only: their entries are about a record or signal. */
const listedEntities = auditEntities.filter((entity) => entity !== 'assignment' && entity !== 'mention')

/** The audit trail of quality control, and its verification. */
function AuditPage() {
  const t = useText()
  const locale = useLocale()
  const queries = useQueryClient()
  const [query, setQuery, isOpened] = useListQuery<QcAuditSearch>(LIST)
  const page = useList(LIST, qcAuditApi.list, query, isOpened)
  const [opened, setOpened] = useState<QcAuditEntry>()
  const [isVerifying, setIsVerifying] = useState(false)
  const [result, setResult] = useState<AuditVerification>()
  const [anchorId, setAnchorId] = useState<number>()
  const columns = useMemo(() => {
    const open = async (entry: QcAuditEntry) => (await isReady(EntryDetails)) && setOpened(entry)
    return auditColumns(t, locale, (entry) => void open(entry))
  }, [t, locale])

  const progress = useQuery({
    queryKey: [LIST, 'progress'],
    queryFn: qcAuditApi.progress,
    enabled: isVerifying,
    refetchInterval: PROGRESS_MS,
    gcTime: 0,
    retry: false, // the next interval reads it again
  })

  async function verify(anchor?: string) {
    setIsVerifying(true)
    setAnchorId(anchor === undefined ? undefined : readAnchor(anchor)?.id)
    await isDone(qcAuditApi.verify(anchor).then(setResult))
    setIsVerifying(false)
    void queries.invalidateQueries({ queryKey: [LIST] }) // the verification added an entry to the trail
  }

  return (
    <section>
      <PageHead title={t('qcAudit.title')} intro={t('qcAudit.intro')}>
        <Allow tags={['qc:audit:export']}>
          <ExportMenu path={qcAuditApi.path} query={qcAuditApi.exportQuery(query)} list={LIST} />
        </Allow>
        <Allow tags={['qc:audit:verify']}>
          <Button
            variant="primary"
            icon="check"
            spins={isVerifying}
            disabled={isVerifying}
            onClick={() => void verify()}
          >
            {t('qcAudit.verify')}
          </Button>
        </Allow>
      </PageHead>
      <Allow tags={['qc:audit:verify']}>
        <AnchorForm isVerifying={isVerifying} onAnchor={(anchor) => void verify(anchor)} />
      </Allow>
      <VerificationCard isVerifying={isVerifying} progress={progress.data} result={result} anchorId={anchorId} />
      <DataTable
        label={t('qcAudit.title')}
        name={LIST}
        columns={columns}
        page={page}
        query={query}
        onQuery={setQuery}
        rowId={({ auditId }) => auditId}
        rowLabel={({ auditId }) => `#${auditId}`}
        toolbar={
          <AuditFilters
            query={query}
            filter={(change) => setQuery({ ...query, ...change, pageIndex: 1 } as QcAuditSearch)}
          />
        }
        emptyText={t('qcAudit.empty')}
      />
      {opened && <EntryDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

export default withPrefetch(AuditPage, { name: LIST, api: qcAuditApi })

const AuditFilters = filterBar<QcAuditSearch>(
  searchFilter('recordNo', 'qcRecord.recordNo'),
  searchFilter('actor', 'qcAudit.actor'),
  ({ query, filter, t }) => (
    <Select
      label={t('qcAudit.entity')}
      placeholder={t('qcAudit.anyEntity')}
      value={query.entity}
      options={listedEntities.map((entity) => ({ value: entity, label: t(`qcAudit.entity.${entity}`) }))}
      onSelect={(entity) => filter({ entity, entityId: undefined })}
    />
  ),
  choiceFilter('action', 'qcAudit.action', 'qcAudit.anyAction', auditActions, (action, t) =>
    t(`qcAudit.action.${action}`),
  ),
  periodFilter('qcAudit.period'),
)
