import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../Button'
import { Icon } from '../icons/Icon'
import { enterRows } from '../table/rows/row-keys'
import { useText } from '../useText'
import './SearchBox.css'

const PAUSE_MS = 300

type SearchBoxProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches after a pause in typing, at once on Enter. Text still being composed (pinyin) is ignored. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)
  const [isComposing, setIsComposing] = useState(false)
  if (value !== searched) {
    // changed from outside, as by the back button
    setSearched(value)
    setText(value)
  }

  const search = (typed: string) => {
    const trimmed = typed.trim()
    if (trimmed === value) return
    setSearched(trimmed)
    onSearch(trimmed)
  }
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (isComposing) return
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      timer = setTimeout(() => {
        // A page that has just been left asks for nothing. It is marked first, then its elements are let go of.
        const isLeft = input.current?.closest('[aria-hidden=true], [hidden]') !== null
        if (isLeft) wait()
        else latest.current(text)
      }, PAUSE_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [text, isComposing])

  function clear() {
    setText('')
    search('')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') search(text)
    else if (event.key === 'Escape' && text) {
      event.stopPropagation()
      clear()
    } else enterRows(event)
  }

  return (
    <span className="search-box">
      <Icon name="search" />
      <input
        ref={input}
        data-list-search
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
      />
      {text && <IconButton label={t('search.clear')} icon="close" onClick={clear} />}
    </span>
  )
}
