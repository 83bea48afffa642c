import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useText } from '../../../ui/useText'

type SideTab<Key extends string> = { key: Key; label: string }

type SideTabsProps<Key extends string> = {
  tabs: readonly [SideTab<Key>, ...SideTab<Key>[]]
  /** The open tab. Without it the address names it. */
  open?: string
  onOpen?: (key: Key) => void
  /** Renders the open tab. */
  children: (key: Key) => ReactNode
}

/** The tabs beside the items. The open one is named by the address as `side`. */
export function SideTabs<Key extends string>({ tabs, open, onOpen, children }: SideTabsProps<Key>) {
  const t = useText()
  const id = useId()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const shownKey = open ?? new URLSearchParams(search).get('side')
  const shown = tabs.find(({ key }) => key === shownKey) ?? tabs[0]
  const idOf = (key: string) => `${id}-${key}`

  function choose(key: Key) {
    if (onOpen) return onOpen(key)
    const next = new URLSearchParams(search)
    next.set('side', key)
    navigate(`${path}?${next}`, { replace: true })
  }

  function onKeyDown({ key }: KeyboardEvent) {
    const index = tabs.indexOf(shown)
    const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }
    const target = targets[key]
    if (target === undefined) return
    const next = tabs.at(target % tabs.length) ?? shown
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
