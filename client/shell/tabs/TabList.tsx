import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { tabs } from '../../stores/tabs'
import { titleText } from '../../stores/titles'
import { Popover } from '../../ui/overlay/Popover'
import { useLocale, useText } from '../../ui/useText'

type TabListProps = { anchor: () => HTMLElement | null; path: string; onClose: () => void }

/** A vertical list of all tabs, to find one among many. */
export default function TabList({ anchor, path, onClose }: TabListProps) {
  const t = useText()
  const locale = useLocale()
  const { visited, unsaved } = useSnapshot(tabs)
  const [filter, setFilter] = useState('')
  const named = visited.map((tab) => ({ ...tab, label: titleText(tab.title, t, locale) }))
  const matches = named.filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()))

  function open(target: string) {
    onClose()
    navigate(target)
  }

  return (
    <Popover label={t('tabs.all')} anchor={anchor} align="end" onClose={onClose}>
      <form
        className="grid tab-overview"
        onSubmit={(event) => {
          event.preventDefault()
          if (matches[0]) open(matches[0].fullPath)
        }}
      >
        <input
          className="tab-overview-filter"
          aria-label={t('tabs.filter')}
          placeholder={t('tabs.filter')}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <ul className="tab-overview-list">
          {matches.map((tab) => (
            <li key={tab.path}>
              <button
                type="button"
                className="truncate tab-overview-item"
                aria-current={tab.path === path ? 'page' : undefined}
                onClick={() => open(tab.fullPath)}
              >
                {tab.label}
                {unsaved[tab.path] && <span className="tab-overview-unsaved">{t('tabs.unsaved')}</span>}
              </button>
            </li>
          ))}
        </ul>
        {matches.length === 0 && <p className="tab-overview-none">{t('tabs.noMatch')}</p>}
      </form>
    </Popover>
  )
}
