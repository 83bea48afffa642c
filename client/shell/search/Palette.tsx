import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { menu } from '../../stores/menu'
import { session } from '../../stores/session'
import { Icon } from '../../ui/Icon'
import { useLocale, useText } from '../../ui/useText'
import { Keys } from '../keyboard/Keys'
import { routeTable } from '../routing/routes'
import { optionsOf, type Option } from './options'
import { PaletteList } from './PaletteList'
import './Palette.css'

/** Finds pages, links and what can be done, from anywhere. Open as long as it is drawn. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const { items } = useSnapshot(menu)
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const source = useMemo(
    () => optionsOf({ items, table: routeTable(items, session.roles), t, locale }),
    [items, t, locale],
  )
  const options = useMemo(() => source.matching(text), [source, text])
  const idOf = (at: number) => `${listId}-${at}`

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close() // gives the focus back
  }, [])

  function search(needle: string) {
    setText(needle)
    setActive(0)
  }

  /** Closed first: what it leads to may move the focus, or open something itself. */
  function choose(option: Option | undefined, inWindow: boolean) {
    if (!option) return
    dialog.current?.close()
    onClose() // the event of its own comes later, when the next search may be open
    option.run(inWindow)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return event.stopPropagation() // the browser closes this, and nothing below it
    if (event.key === 'Enter') choose(options[active], event.ctrlKey || event.metaKey)
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(options.length, 1))
    else if (event.key === 'ArrowUp') setActive(active > 0 ? active - 1 : Math.max(options.length - 1, 0))
    else return
    event.preventDefault()
  }

  return createPortal(
    // Outside the application, which is hidden from assistive technology while a form is open.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('find.title')}
      onCancel={onClose} // ahead of `close`, which comes a moment later
      onClose={() => dialog.current?.open === false && onClose()} // in development effects run twice
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="row gap-12 palette-field">
        <Icon name="search" size={20} />
        <input
          role="combobox"
          aria-label={t('find.title')}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
          aria-autocomplete="list"
          placeholder={t('find.placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={text}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={listId} options={options} active={active} idOf={idOf} onPoint={setActive} onChoose={choose} />
      <p role="status" className={options.length > 0 ? 'sr-only' : 'palette-none'}>
        {text && (options.length > 0 ? t('find.count', { count: options.length }) : t('find.none', { text }))}
      </p>
      {!text && source.example && (
        <p className="palette-hint">
          {t('find.hint', { keys: source.example.keys.split(' ')[1]!, title: source.example.titles.at(-1)! })}
        </p>
      )}
      <footer className="row stretch wrap muted palette-keys">
        <span>
          <Keys keys="arrowup" /> <Keys keys="arrowdown" /> {t('find.select')}
        </span>
        <span>
          <Keys keys="enter" /> {t('find.go')}
        </span>
        <span>
          <Keys keys="mod+enter" /> {t('find.goInWindow')}
        </span>
        <span>
          <Keys keys="escape" /> {t('find.close')}
        </span>
      </footer>
    </dialog>,
    document.body,
  )
}
