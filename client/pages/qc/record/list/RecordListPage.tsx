import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { recordApi, type RecordSearch } from '../../../../api/qc/record'
import { Allow, useAllowed } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { GroupChoice, Groups } from '../../../../ui/group/Groups'
import { DataTable } from '../../../../ui/table/DataTable'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { ExportMenu } from '../../../../ui/record/ExportMenu'
import { PageHead } from '../../../../ui/layout/PageHead'
import { part } from '../../../../ui/part'
import { fetchAhead, isReady } from '../../../../ui/ready'
import { ImportDialog } from '../../../../ui/record/RecordFrame'
import { toast } from '../../../../ui/overlay/toast'
import { useList } from '../../../../ui/table/useList'
import { useListQuery } from '../../../../ui/table/useListQuery'
import { withPrefetch } from '../../../../ui/table/with-prefetch'
import { useLocale, useText } from '../../../../ui/useText'
import { printLabels } from '../../../../ui/qc/label/print-labels'
import { recordColumns } from './columns'
import { recordGroupings } from './groupings'
import { rememberList } from './neighbours'
import { QuickFilters, RecordFilters } from './RecordFilters'
import { LIST_KEY } from '../record-query'
import './record-list.css'

const LocalDrafts = part(() => import('../../../../ui/qc/draft/LocalDrafts'))
const StartRecord = dialogPart(() => import('../../../../ui/qc/draft/StartRecord'))
const BulkApproval = dialogPart(() => import('../sign/BulkApproval'))

type Opened = { kind: 'start' } | { kind: 'import' } | { kind: 'approve'; ids: readonly number[] }

/** The list of records, with the drafts on this device. */
function RecordListPage() {
  const t = useText()
  const locale = useLocale()
  const queries = useQueryClient()
  const [query, setQuery, isOpened] = useListQuery<RecordSearch>(LIST_KEY)
  const page = useList(LIST_KEY, recordApi.list, query, isOpened)
  const columns = useMemo(() => recordColumns(t, locale), [t, locale])
  const [ticks, setSelected] = useState<number[]>([])
  const [opened, setOpened] = useState<Opened>()
  const mayApprove = useAllowed(['qc:record:approve'])
  const mayPrint = useAllowed(['qc:qr:print'])
  const mayAdd = useAllowed(['qc:record:add'])
  const selectedRows = page.list.filter(({ qcValueBaseId }) => ticks.includes(qcValueBaseId))
  const selected = selectedRows.map(({ qcValueBaseId }) => qcValueBaseId)
  const waiting = selectedRows.filter(({ status }) => status === 'submitted' || status === 'reviewed')
  const approvable = waiting.filter(({ status, signLevels }) => status === 'reviewed' || signLevels < 2)
  useEffect(() => rememberList(page.list.map(({ qcValueBaseId }) => qcValueBaseId)), [page.list])

  /** Ticks apply only to the visible rows. */
  function show(next: RecordSearch) {
    setSelected([])
    setQuery(next)
  }
  const filter = (change: Partial<Record<keyof RecordSearch, unknown>>) =>
    show({ ...query, ...change, pageIndex: 1 } as RecordSearch)

  async function open(dialog: { preload: () => Promise<unknown> }, next: Opened) {
    if (await isReady(dialog)) setOpened(next)
  }
  const close = () => setOpened(undefined)

  function approve() {
    if (waiting.length === 0) return void toast.show(t('qcRecord.noneApprovable'))
    void open(BulkApproval, { kind: 'approve', ids: waiting.map(({ qcValueBaseId }) => qcValueBaseId) })
  }

  const startButton = mayAdd && (
    <Button
      variant="primary"
      icon="plus"
      aria-keyshortcuts="n"
      onPointerEnter={() => fetchAhead(StartRecord)}
      onClick={() => void open(StartRecord, { kind: 'start' })}
    >
      {t('qcRecord.create')}
    </Button>
  )

  return (
    <section className="record-list">
      <PageHead title={t('qcRecord.title')}>
        <Allow tags={['qc:record:import']}>
          <Button onClick={() => void open(ImportDialog, { kind: 'import' })}>{t('import.button')}</Button>
        </Allow>
        <Allow tags={['qc:record:export']}>
          <ExportMenu path={recordApi.sheetPath} query={query} list={LIST_KEY} />
        </Allow>
        {startButton}
      </PageHead>
      {mayAdd && <LocalDrafts />}
      <QuickFilters query={query} filter={filter} />
      <Groups groupings={recordGroupings} query={query} onQuery={show} path={recordApi.path} list={LIST_KEY} />
      <DataTable
        label={t('qcRecord.title')}
        name={LIST_KEY}
        columns={columns}
        page={page}
        query={query}
        onQuery={show}
        rowId={({ qcValueBaseId }) => qcValueBaseId}
        rowLabel={({ recordNo }) => recordNo}
        toolbar={
          <>
            <RecordFilters query={query} filter={filter} />
            <GroupChoice groupings={recordGroupings} query={query} onQuery={show} />
          </>
        }
        {...((mayApprove || mayPrint) && {
          selection: {
            selected,
            onSelect: setSelected,
            actions: (
              <>
                {mayApprove && (
                  <Button icon="sign" onClick={approve}>
                    {t('qcRecord.bulkApprove', { count: approvable.length })}
                  </Button>
                )}
                {mayPrint && (
                  <Button onClick={() => void printLabels('record', selected)}>
                    {t('qcQr.printMany', { count: selected.length })}
                  </Button>
                )}
              </>
            ),
          },
        })}
        emptyText={t('qcRecord.empty')}
        emptyAction={startButton}
      />
      {opened?.kind === 'import' && (
        <ImportDialog
          path={recordApi.sheetPath}
          title={t('qcRecord.import')}
          onDone={() => void queries.invalidateQueries()}
          onClose={close}
        />
      )}
      {opened?.kind === 'start' && <StartRecord onClose={close} />}
      {opened?.kind === 'approve' && (
        <BulkApproval
          ids={opened.ids}
          onDone={() => {
            setSelected([])
            void queries.invalidateQueries()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

export default withPrefetch(RecordListPage, { name: LIST_KEY, api: recordApi })
