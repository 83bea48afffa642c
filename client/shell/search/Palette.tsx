import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { MAX_SEARCH_LENGTH } from '#shared/qc/search-kinds'
import { templateApi } from '../../api/qc/template'
import { menu } from '../../stores/menu'
import { session } from '../../stores/session'
import { Button, IconButton } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useLocale, useText } from '../../ui/useText'
import { Keys } from '../keyboard/Keys'
import { routeTable } from '../routing/routes'
import { mayStart } from './actions'
import { hitOption } from './hits'
import type { Option } from './option'
import { optionsOf, wantedOf, type Wanted } from './options'
import { PaletteList } from './PaletteList'
import { rememberItem } from './recent-items'
import { useHits } from './useHits'
import './Palette.css'

/**
 * Searches records and other objects that the operator may see, pages, and actions, from anywhere. Open while it is
 * rendered. Local results appear at each key, the server's hits below them when they arrive.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState<string>()
  const [isEager, setIsEager] = useState(false)
  const wanted = wantedOf(typed)
  const { options, example, hits } = useOptions(wanted)
  const isPending = hits.isPending
  const active = placeOf(marked, options, isPending)
  const idOf = (at: number) => `${listId}-${at}`

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close() // returns the focus
  }, [])

  function look(text: string) {
    setTyped(text)
    setMarked(undefined)
    setIsEager(false)
  }

  /** Closed first: the option may move the focus, or open something itself. */
  function choose(option: Option | undefined, inWindow: boolean) {
    if (!option) return
    dialog.current?.close()
    onClose() // the `close` event comes later, when the next search may be open
    if (option.recent) rememberItem(option.recent)
    option.run(inWindow)
  }

  /** Enter chooses the marked option; before the server's answer, one of its hits may still be meant. */
  function enter(inWindow: boolean) {
    const option = options[active]
    if (isPending && marked === undefined && !option?.isSure) setIsEager(true)
    else choose(option, inWindow)
  }
  const isAnswered = isEager && !isPending
  const chooseActive = useRef(() => {})
  useEffect(() => {
    chooseActive.current = () => choose(options[active], false)
  })
  useEffect(() => {
    if (isAnswered) chooseActive.current()
  }, [isAnswered])

  const mark = (at: number) => setMarked(options[at]?.id)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return event.stopPropagation() // the browser closes only this dialog
    if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey)
    else if (event.key === 'ArrowDown') mark((active + 1) % Math.max(options.length, 1))
    else if (event.key === 'ArrowUp') mark(active > 0 ? active - 1 : Math.max(options.length - 1, 0))
    else return
    event.preventDefault()
  }

  function statusText() {
    const { text, only } = wanted
    if (options.length > 0) return typed && t('find.count', { count: options.length })
    if (isPending) return t('find.searching')
    if (only === 'record') return text ? !hits.error && t('find.noRecord', { text }) : t('find.recordHint')
    if (!text || hits.error) return ''
    return t(only === 'actions' ? 'find.noAction' : 'find.none', { text })
  }

  return createPortal(
    // Outside the application, which is hidden from assistive technology while a form is open.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('find.title')}
      onCancel={onClose} // earlier than `close`, which comes a moment later
      onClose={() => dialog.current?.open === false && onClose()} // in development effects run twice
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="row gap-12 palette-field">
        <Icon name="search" size={20} />
        <input
          role="combobox"
          aria-label={t('find.title')}
          aria-expanded={options.length > 0}
          aria-busy={isPending}
          aria-controls={listId}
          aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
          aria-autocomplete="list"
          placeholder={t('find.placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_SEARCH_LENGTH + 2}
          value={typed}
          onChange={(event) => look(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          className="palette-close"
          label={t('find.close')}
          icon="close"
          onClick={() => dialog.current?.close()}
        />
      </div>
      <PaletteList
        id={listId}
        options={options}
        active={active}
        isPending={isPending}
        idOf={idOf}
        onPoint={mark}
        onChoose={choose}
      />
      {hits.error && (
        <p role="alert" className="row wrap palette-failed">
          {t('find.failed', { reason: hits.error.message })}
          <Button onClick={() => void hits.retry()}>{t('action.retry')}</Button>
        </p>
      )}
      <p role="status" className={options.length > 0 ? 'sr-only' : 'palette-none'}>
        {statusText()}
      </p>
      {typed === '' && example && (
        <p className="palette-hint">
          {t('find.hint', { keys: example.keys.split(' ')[1]!, title: example.titles.at(-1)! })}
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

/** The options for a text: first those known to this device, then the server's hits. */
function useOptions(wanted: Wanted) {
  const t = useText()
  const locale = useLocale()
  const { items } = useSnapshot(menu)
  const table = routeTable(items, session.roles)
  const templates = useQuery({
    queryKey: ['qcTemplate', 'options'],
    queryFn: ({ signal }) => templateApi.options({}, signal),
    enabled: mayStart(table),
  }).data
  const source = useMemo(
    () => optionsOf({ items, table, t, locale, templates: templates ?? [] }),
    [items, table, t, locale, templates],
  )
  const { text, only } = wanted
  const own = useMemo(() => source.matching({ text, ...(only && { only }) }), [source, text, only])
  const hits = useHits(wanted)
  const { groups } = hits
  const options = useMemo(() => {
    const found = groups.flatMap(({ kind, hits }) => hits.flatMap((hit) => hitOption(kind, hit, { table, t, locale })))
    return [...own, ...found]
  }, [own, groups, table, t, locale])
  return { options, example: source.example, hits }
}

/**
 * The index of the option for Enter: the one marked by a key or the pointer; else the first with the exact text, then
 * the server's hits, then similar ones.
 */
function placeOf(marked: string | undefined, options: readonly Option[], isPending: boolean): number {
  const place = (isMeant: (option: Option) => boolean) => options.findIndex(isMeant)
  const isHit = ({ group }: Option) => group !== 'recent' && group !== 'pages' && group !== 'actions'
  const places = [
    marked === undefined ? -1 : place(({ id }) => id === marked),
    place(({ isSure }) => isSure),
    isPending ? -1 : place(isHit),
  ]
  return places.find((at) => at >= 0) ?? 0
}
