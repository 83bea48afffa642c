import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import './tabs.css'

type AnswerProps<Data> = {
  of: UseQueryResult<Data>
  /** Replaces the children if the answer has nothing to show. */
  emptyText?: (data: Data) => string | false
  children: (data: Data) => ReactNode
}

/** The answer of a call: a skeleton before it, dimmed while the next one is loading. */
export function Answer<Data>({ of, emptyText, children }: AnswerProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = of
  if (error && (!data || isPlaceholderData)) {
    return (
      <div>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (data === undefined) {
    return (
      <div className="grid gap-12" aria-busy="true">
        <Skeleton width="40%" />
        <Skeleton height="280px" />
      </div>
    )
  }
  const text = emptyText?.(data)
  return (
    <div className="grid gap-24 qa-answer" aria-busy={isPlaceholderData}>
      {text ? (
        <div>
          <EmptyState text={text} />
        </div>
      ) : (
        children(data)
      )}
    </div>
  )
}
