import { useState, type ReactNode } from 'react'
import { Button } from '../Button'
import { filtersOf } from './filters'
import { useIsNarrow } from '../layout/useIsNarrow'
import type { ListQuery } from './useListQuery'
import { useText } from '../useText'

type ListBarProps = {
  query: ListQuery
  /** The search box and the filters, then what else can be done with the list. */
  children: ReactNode
}

/** What stands above the rows of a list. On a phone all but the first search box is folded away: the rows come first. */
export function ListBar({ query, children }: ListBarProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const count = filtersOf(query).length
  return (
    <div className="row wrap data-table-bar" data-folded={isNarrow && !isOpen}>
      {isNarrow && (
        <Button
          className="data-table-unfold"
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t('table.filtersSet', { count }) : t('table.filters')}
        </Button>
      )}
      {children}
    </div>
  )
}
