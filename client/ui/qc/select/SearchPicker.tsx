import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import type { PickerProps } from '../../input/ChoiceButton'
import { Icon } from '../../icons/Icon'
import { PickerFrame, PickerSearch, PickerStatus } from '../../input/Picker'
import { useText } from '../../useText'
import './SearchPicker.css'
import type { Named } from '#shared/qc/localized-name'

/** A match to choose, with a note beside it and a warning in amber. */
export type SearchMatch = {
  id: number
  label: string
  note?: string | undefined
  warning?: string | undefined
  /** Its name in every language, for callers that store the name. */
  names?: Named
}

/** Finds all entries that contain a text, or one by its id. */
export type Search = (query: { keyword: string } | { id: number }, signal?: AbortSignal) => Promise<SearchMatch[]>

/** The pause after typing before the server is asked. */
const PAUSE_MS = 200
/** The server's limit of matches. */
const MAX_FOUND = 50

type SearchPickerProps = PickerProps & {
  name: readonly unknown[]
  search: Search
  chosen: number | undefined
  onChoose: (match: SearchMatch) => void
}

/**
 * The picker of a `SearchSelect`. The focus stays in the search; the arrows move through the matches, Enter chooses. A
 * scanner types a code and presses Enter: the match is chosen however late the answer arrives, unless the operator
 * types on or closes the picker.
 */
export default function SearchPicker({ name, search, chosen, onChoose, ...picker }: SearchPickerProps) {
  const { id, label } = picker
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  const [keyword, setKeyword] = useState('')
  const [current, setCurrent] = useState(chosen)
  const [isAwaited, setIsAwaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  const typed = text.trim()
  const answer = useQuery({
    queryKey: ['search-select', ...name, 'found', keyword],
    queryFn: ({ signal }) => search({ keyword }, signal),
    staleTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const { data: matches = [], isPending, isPlaceholderData, isError } = answer
  /** True if the list answers the typed text, not an earlier one. */
  const isAnswered = typed === keyword && !isPending && !isPlaceholderData
  const isTyped = (words = '') => typed !== '' && words.toLowerCase() === typed.toLowerCase()
  const named = matches.filter(({ label: words }) => isTyped(words))
  const exact = named.length > 0 ? named : matches.filter(({ note }) => isTyped(note))
  const active = isAnswered ? (matches.find((option) => option.id === current) ?? exact[0] ?? matches[0]) : undefined
  const activeId = active?.id
  const nameOf = (option: SearchMatch) => `${id}-${option.id}`

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  /** Enter was pressed before the answer: the operator has not seen the list, so only a single match is chosen. */
  const takeAwaited = useEffectEvent(() => {
    const [only, another] = exact.length > 0 ? exact : matches
    if (only && !another) onChoose(only)
  })
  useEffect(() => {
    if (isAwaited && isAnswered) takeAwaited()
  }, [isAwaited, isAnswered])

  function chooseTyped() {
    if (active) return onChoose(active)
    if (isAnswered) return isError && void answer.refetch()
    setIsAwaited(true)
    setKeyword(typed) // without the pause
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault() // must not submit the form
      chooseTyped()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!active) return
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = matches[Math.max(0, Math.min(matches.indexOf(active) + step, matches.length - 1))]
      setCurrent(next?.id)
    }
  }

  return (
    <PickerFrame {...picker} onKeyDown={onKeyDown}>
      <PickerSearch
        list={`${id}-list`}
        active={active && nameOf(active)}
        text={text}
        onText={(typed) => {
          setText(typed)
          setCurrent(undefined)
          setIsAwaited(false)
        }}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-busy={!isAnswered}
        className="choice-list"
        tabIndex={-1}
      >
        {matches.map((option) => (
          <li
            key={option.id}
            id={nameOf(option)}
            role="option"
            className="row choice-entry"
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
      {isAwaited && !isAnswered && <PickerStatus>{t('qc.searching')}</PickerStatus>}
      {matches.length === 0 && isAnswered && (
        <PickerStatus>{t(isError ? 'error.network' : 'choice.noMatch')}</PickerStatus>
      )}
      {matches.length >= MAX_FOUND && <p className="muted">{t('qc.firstFound', { count: MAX_FOUND })}</p>}
    </PickerFrame>
  )
}
