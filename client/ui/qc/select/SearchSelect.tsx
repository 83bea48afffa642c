import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChoiceButton } from '../../input/ChoiceButton'
import type { Control } from '../../form/Field'
import { Icon } from '../../icons/Icon'
import { part } from '../../part'
import { useText } from '../../useText'
import type { SearchMatch, Search } from './SearchPicker'

const SearchPicker = part(() => import('./SearchPicker'))

type SearchSelectProps = Partial<Control> & {
  /** For screen readers only, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  /** Identifies this search among others. */
  name: readonly unknown[]
  search: Search
  /** Schemas also accept ids as digits; null and undefined mean none. */
  value: number | string | null | undefined
  /** The label of the value as far as it is known, for as long as the server has not answered. */
  known?: string | null | undefined
  /** Undefined after clearing. */
  onSelect: (match: SearchMatch | undefined) => void
  placeholder?: string | undefined
  /** True: filled while a match is chosen. By default this applies outside of a `Field`. */
  isFilter?: boolean | undefined
}

/** A choice from more entries than a list can show: the server searches for matches. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, name, search, value, known, onSelect, placeholder, isFilter, ...control } = props
  const t = useText()
  const queries = useQueryClient()
  const chosen = Number(value) || undefined
  const keyOf = (id: number | undefined) => ['search-select', ...name, 'one', id]
  const { data: current } = useQuery({
    queryKey: keyOf(chosen),
    queryFn: ({ signal }) => search({ id: chosen ?? 0 }, signal),
    enabled: chosen !== undefined,
    staleTime: 60_000,
  })

  function select(match: SearchMatch) {
    queries.setQueryData(keyOf(match.id), [match])
    onSelect(match)
  }
  const isFiltering = isFilter ?? !control.id
  const warning = chosen === undefined || isFiltering ? undefined : current?.[0]?.warning

  return (
    <>
      <ChoiceButton
        {...control}
        label={label}
        part={SearchPicker}
        value={
          chosen === undefined ? (placeholder ?? t('choice.none')) : (current?.[0]?.label ?? (known || `#${chosen}`))
        }
        isBlank={chosen === undefined}
        isActive={isFiltering && chosen !== undefined}
        onClear={chosen === undefined ? undefined : () => onSelect(undefined)}
        hasClearKeys
      >
        {(picker, choose) => (
          <SearchPicker
            {...picker}
            name={name}
            search={search}
            chosen={chosen}
            onChoose={(match) => choose(match.id === chosen ? undefined : () => select(match))}
          />
        )}
      </ChoiceButton>
      {warning && (
        <span className="row gap-4 choice-warning" role="status">
          <Icon name="warning" /> {warning}
        </span>
      )}
    </>
  )
}
