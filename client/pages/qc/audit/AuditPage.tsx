import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readAnchor } from '#shared/qc/audit/anchor'
import type { AuditVerification, QcAuditEntry } from '#shared/qc/audit/schema'
import { qcAuditApi, type QcAuditSearch } from '../../../api/qc/audit'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { DataTable } from '../../../ui/table/DataTable'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ExportMenu } from '../../../ui/record/ExportMenu'
import { PageHead } from '../../../ui/layout/PageHead'
import { isReady } from '../../../ui/ready'
import { isDone } from '../../../ui/record/record-actions'
import { useList } from '../../../ui/table/useList'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useLocale, useText } from '../../../ui/useText'
import { AnchorForm } from './AnchorForm'
import { AuditFilters } from './AuditFilters'
import { auditColumns } from './columns'
import { VerificationCard } from './VerificationCard'

const EntryDetails = dialogPart(() => import('./EntryDetails'))
const LIST = 'qc-audit'
/** How often a verification under way is asked how far it is. */
const PROGRESS_MS = 1000

/** What happened to everything of quality control, and whether anybody has tampered with it. */
export default function AuditPage() {
  const t = useText()
  const locale = useLocale()
  const queries = useQueryClient()
  const [query, setQuery] = useListQuery<QcAuditSearch>()
  const page = useList(LIST, qcAuditApi.list, query)
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
    retry: false, // it only shows how far it is
  })

  async function verify(anchor?: string) {
    setIsVerifying(true)
    setAnchorId(anchor === undefined ? undefined : readAnchor(anchor)?.id)
    await isDone(qcAuditApi.verify(anchor).then(setResult))
    setIsVerifying(false)
    void queries.invalidateQueries({ queryKey: [LIST] }) // that it was verified stands in the trail
  }

  return (
    <section>
      <PageHead title={t('qcAudit.title')} intro={t('qcAudit.intro')}>
        <Allow tags={['qc:audit:export']}>
          <ExportMenu path={qcAuditApi.path} query={qcAuditApi.exportQuery(query)} />
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
