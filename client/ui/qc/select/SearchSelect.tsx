import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ChoiceButton, chosenAt } from '../../input/ChoiceButton'
import type { Control } from '../../form/Field'
import { Icon } from '../../Icon'
import { part } from '../../part'
import { useText } from '../../useText'
import type { Found, Search } from './SearchPicker'

const SearchPicker = part(() => import('./SearchPicker'))

type SearchSelectProps = Partial<Control> & {
  /** Read out; not drawn, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  /** Tells what is sought here from what is sought elsewhere. */
  name: readonly unknown[]
  search: Search
  /** Schemas take ids as digits too; null and undefined are none. */
  value: number | string | null | undefined
  /** Undefined when it was cleared. */
  onSelect: (found: Found | undefined) => void
  placeholder?: string | undefined
  /** Is filled while one is chosen; without it, so is whatever stands outside of a `Field`. */
  isFilter?: boolean | undefined
}

/** A choice of one among more than a list can show: the server is asked for those that match. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, name, search, value, onSelect, placeholder, isFilter, ...control } = props
  const t = useText()
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const chosen = Number(value) || undefined
  const keyOf = (id: number | undefined) => ['search-select', ...name, 'one', id]
  const { data: one } = useQuery({
    queryKey: keyOf(chosen),
    queryFn: ({ signal }) => search({ id: chosen ?? 0 }, signal),
    enabled: chosen !== undefined,
    staleTime: 60_000,
  })

  function choose(found: Found | undefined) {
    if (found) queries.setQueryData(keyOf(found.id), [found])
    chosenAt(button, () => onSelect(found))
  }
  const clear = chosen === undefined ? undefined : () => choose(undefined)
  const isFiltering = isFilter ?? !control.id
  const warning = chosen === undefined || isFiltering ? undefined : one?.[0]?.warning

  return (
    <>
      <ChoiceButton
        {...control}
        label={label}
        button={button}
        part={SearchPicker}
        value={chosen === undefined ? (placeholder ?? t('choice.none')) : (one?.[0]?.label ?? `#${chosen}`)}
        isBlank={chosen === undefined}
        isActive={isFiltering && chosen !== undefined}
        onClear={clear}
        onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && clear?.()}
      >
        {(picker) => (
          <SearchPicker
            {...picker}
            name={name}
            search={search}
            chosen={chosen}
            onChoose={(found) => {
              picker.onClose()
              if (found.id === chosen) button.current?.focus()
              else choose(found)
            }}
          />
        )}
      </ChoiceButton>
      {warning && (
        <span className="choice-warning" role="status">
          <Icon name="warning" /> {warning}
        </span>
      )}
    </>
  )
}
