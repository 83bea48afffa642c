import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '#shared/format/time'
import { auditSentence, type Say } from '#shared/qc/audit/words'
import { qcDicts } from '#shared/qc/constants'
import { recordApi } from '../../../api/qc/record'
import { readText } from '../../../stores/texts'
import { useDict } from '../../../ui/dict'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Pager } from '../../../ui/table/pager/Pager'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useLocale, useText } from '../../../ui/useText'

/** The audit trail of a record, the latest entry first. It cannot be changed. */
export default function AuditTab({ id }: { id: number }) {
  const t = useText()
  const locale = useLocale()
  const { labelOf } = useDict(qcDicts.changeReason)
  const { labelOf: disposition } = useDict(qcDicts.disposition)
  const { labelOf: missingCode } = useDict(qcDicts.missingReason)
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: 50 })
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-audit', id, paging],
    queryFn: ({ signal }) => recordApi.audit(id, paging, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const say: Say = (key, values) => readText(locale, key, values)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="240px" />
  if (data.count === 0) return <EmptyState text={t('qcAudit.empty')} />
  return (
    <>
      <ol className="record-trail">
        {data.list.map((entry) => (
          <li key={entry.auditId}>
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
            <div>
              <p>{auditSentence(entry, locale, say, { disposition, missingCode })}</p>
              {(entry.reasonCode ?? entry.reason) && (
                <p className="record-trail-why">
                  {t('qcRecord.because', {
                    reason: [entry.reasonCode && labelOf(entry.reasonCode), entry.reason].filter(Boolean).join(': '),
                  })}
                </p>
              )}
            </div>
            <code title={entry.hash}>#{entry.auditId}</code>
          </li>
        ))}
      </ol>
      {data.count > data.list.length && (
        <Pager count={data.count} {...paging} onPage={(next) => setPaging({ ...paging, ...next })} />
      )}
    </>
  )
}
