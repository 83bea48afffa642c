import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PickerProps } from '../ChoiceButton'
import { Icon } from '../Icon'
import { PickerSearch } from '../PickerSearch'
import { Popover } from '../Popover'
import { useText } from '../useText'
import type { Found, Search } from './SearchSelect'
import './SearchPicker.css'

/** Typing pauses for so long before the server is asked. */
const PAUSE_MS = 200
/** The server answers no more. */
const MAX_FOUND = 50

type SearchPickerProps = PickerProps & {
  name: readonly unknown[]
  search: Search
  chosen: number | undefined
  onChoose: (found: Found) => void
}

/**
 * What a `SearchSelect` opens. The focus stays in the search; the arrows go through what was found, Enter chooses. What a
 * scanner types and ends with Enter is chosen, however late the answer comes.
 */
export default function SearchPicker({
  id,
  label,
  name,
  search,
  chosen,
  anchor,
  onChoose,
  onClose,
}: SearchPickerProps) {
  const t = useText()
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [current, setCurrent] = useState(chosen)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  const queryOf = (keyword: string) =>
    queryOptions({
      queryKey: ['search-select', ...name, 'found', keyword],
      queryFn: ({ signal }) => search({ keyword }, signal),
      staleTime: 10_000,
      retry: false,
    })
  const { data: found = [], isPending, isError } = useQuery({ ...queryOf(asked), placeholderData: keepPreviousData })
  const at = found.findIndex((option) => option.id === current)
  const active = found[at] ?? found[0]
  const activeId = active?.id
  const nameOf = (option: Found) => `${id}-${option.id}`

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  async function chooseTyped() {
    const keyword = text.trim()
    const fresh = keyword === asked ? found : await queries.fetchQuery(queryOf(keyword)).catch(() => [])
    const isTyped = (known = '') => keyword !== '' && known.toLowerCase() === keyword.toLowerCase()
    const exact = fresh.find(({ label: known, note }) => isTyped(known) || isTyped(note))
    const best = exact ?? fresh.find((option) => option.id === activeId) ?? fresh[0]
    if (best) onChoose(best)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault() // saves no form
      void chooseTyped()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = found[Math.max(0, Math.min((at < 0 ? 0 : at) + step, found.length - 1))]
      setCurrent(next?.id)
    }
  }

  return (
    <Popover id={id} label={label} anchor={anchor} onClose={onClose}>
      {/* What is searched for is nothing entered in the form around it. */}
      <div className="choice-picker" onKeyDown={onKeyDown} onInput={(event) => event.stopPropagation()}>
        <PickerSearch
          list={`${id}-list`}
          active={active && nameOf(active)}
          text={text}
          onText={(typed) => {
            setText(typed)
            setCurrent(undefined)
          }}
        />
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label} className="choice-list" tabIndex={-1}>
          {found.map((option) => (
            <li
              key={option.id}
              id={nameOf(option)}
              role="option"
              className="choice-entry"
              data-active={option === active}
              aria-selected={option.id === chosen}
              onPointerMove={() => setCurrent(option.id)}
              onClick={() => onChoose(option)}
            >
              <span>{option.label}</span>
              {option.note && <span className="search-picker-note">{option.note}</span>}
              {option.warning && <span className="search-picker-warning">{option.warning}</span>}
              {option.id === chosen && <Icon name="check" />}
            </li>
          ))}
        </ul>
        {found.length === 0 && !isPending && (
          <p className="choice-none" role="status">
            {t(isError ? 'error.network' : 'choice.noMatch')}
          </p>
        )}
        {found.length >= MAX_FOUND && <p className="choice-none">{t('qc.firstFound', { count: MAX_FOUND })}</p>}
      </div>
    </Popover>
  )
}
