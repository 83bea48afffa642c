import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useText } from '../../../ui/useText'

type SideTab<Key extends string> = { key: Key; label: string }

type SideTabsProps<Key extends string> = {
  tabs: readonly [SideTab<Key>, ...SideTab<Key>[]]
  /** Which one is open; without it the one that the address names. */
  open?: string
  onOpen?: (key: Key) => void
  /** Draws the one that is open. */
  children: (key: Key) => ReactNode
}

/** What stands beside the items, one at a time; which one, the address tells. */
export function SideTabs<Key extends string>({ tabs, open, onOpen, children }: SideTabsProps<Key>) {
  const t = useText()
  const id = useId()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const wanted = open ?? new URLSearchParams(search).get('side')
  const shown = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  const idOf = (key: string) => `${id}-${key}`

  function choose(key: Key) {
    if (onOpen) return onOpen(key)
    const next = new URLSearchParams(search)
    next.set('side', key)
    navigate(`${path}?${next}`, { replace: true })
  }

  function onKeyDown({ key }: KeyboardEvent) {
    const at = tabs.indexOf(shown)
    const keys: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = keys[key]
    if (to === undefined) return
    const next = tabs.at(to % tabs.length) ?? shown
    choose(next.key)
    document.getElementById(idOf(next.key))?.focus()
  }

  return (
    <div className="template-side card">
      <div className="template-side-tabs" role="tablist" aria-label={t('qcTemplate.side')}>
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={idOf(key)}
            aria-controls={`${id}-panel`}
            aria-selected={key === shown.key}
            tabIndex={key === shown.key ? 0 : -1}
            onClick={() => choose(key)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={idOf(shown.key)}
        tabIndex={0}
        className="template-side-panel"
      >
        {children(shown.key)}
      </div>
    </div>
  )
}
