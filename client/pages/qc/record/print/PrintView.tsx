import { useQueries, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { offsetTime } from '#shared/format/offset-time'
import { recordApi } from '../../../../api/qc/record'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useText } from '../../../../ui/useText'
import { PrintFrame } from '../../../../ui/qc/print/PrintFrame'
import { photoQuery } from '../../../../ui/qc/photo/photo-query'
import { PrintSheet } from './PrintSheet'

/** The print view of a record. */
export default function PrintView({ id }: { id: number }) {
  const t = useText()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-print', id],
    queryFn: ({ signal }) => recordApi.print(id, signal),
    retry: false,
    gcTime: 0, // the print has the time of the request
  })

  // a print before the photos have arrived would lack them
  const photos = useQueries({ queries: (data?.photos ?? []).map(photoQuery) })
  const arePhotosThere = photos.every(({ isPending }) => !isPending)

  function close() {
    search.delete('print')
    const query = search.toString()
    navigate(query ? `${path}?${query}` : path, { replace: true })
  }

  return (
    <PrintFrame
      label={t('qcRecord.print')}
      foot={
        data &&
        [
          `${t('qcRecord.printed.title')} ${data.recordNo}`,
          t('qcRecord.revision', { rev: data.rev }),
          `${t('qcRecord.printed.at')} ${offsetTime(data.printedAt, data.tzMin)}`,
        ].join(' · ')
      }
      isReady={data !== undefined && arePhotosThere}
      onClose={close}
    >
      {data ? (
        <PrintSheet record={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </PrintFrame>
  )
}
