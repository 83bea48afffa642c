import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import './tabs.css'

type AnswerProps<Data> = { of: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What a call answered; before that its place, and while another is on its way the one before, dimmed. */
export function Answer<Data>({ of: { data, error, isPlaceholderData, refetch }, children }: AnswerProps<Data>) {
  if (error && (!data || isPlaceholderData)) {
    return (
      <div>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (data === undefined) {
    return (
      <div className="qa-waiting" aria-busy="true">
        <Skeleton width="40%" />
        <Skeleton height="280px" />
      </div>
    )
  }
  return (
    <div className="qa-answer" aria-busy={isPlaceholderData}>
      {children(data)}
    </div>
  )
}
