import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { recordApi } from '../../api/qc-record'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { useText } from '../../ui/useText'
import { PrintSheet } from './PrintSheet'
import './print.css'

/**
 * A record as it is printed, over the whole window. It stands beside the application, which is neither printed nor
 * reached while it is there.
 */
export default function PrintView({ id }: { id: number }) {
  const t = useText()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-record-print', id],
    queryFn: ({ signal }) => recordApi.print(id, signal),
    retry: false,
    gcTime: 0, // it says when it was printed
  })
  const sheet = useRef<HTMLDivElement>(null)

  // A page in a hidden tab keeps its elements: the sheet leaves the screen with it.
  useLayoutEffect(() => {
    const element = sheet.current
    const app = document.getElementById('root')
    if (!element || !app) return
    const before = document.activeElement
    element.hidden = false
    app.inert = true
    element.focus()
    return () => {
      element.hidden = true
      app.inert = false
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  function close() {
    search.delete('print')
    const query = search.toString()
    navigate(query ? `${path}?${query}` : path, { replace: true })
  }

  return createPortal(
    <div
      ref={sheet}
      className="print"
      role="dialog"
      aria-modal="true"
      aria-label={t('qcRecord.print')}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="print-bar">
        <Button icon="chevron-left" onClick={close}>
          {t('qcRecord.printed.close')}
        </Button>
        <Button variant="primary" disabled={!data} onClick={() => window.print()}>
          {t('qcRecord.print')}
        </Button>
      </div>
      {data ? (
        <PrintSheet record={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </div>,
    document.body,
  )
}
