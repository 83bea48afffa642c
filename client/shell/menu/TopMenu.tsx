import { memo, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { titleText } from '../../stores/titles'
import { Icon } from '../../ui/icons/Icon'
import { Menu, type MenuItem } from '../../ui/overlay/Menu'
import { useLocale, useText } from '../../ui/useText'
import { follow } from './follow'
import { NewWindow } from './MenuEntry'
import { markOf, type MenuNode, type MenuPlace } from './menu-nodes'
import { chooseTop, forgetTopChoice, useActiveTop, useMenuPlace, type MenuProps } from './top-nav'
import { fitting } from './fitting'
import './TopMenu.css'

/** No window shows more in a row, so further entries are not measured. */
const MOST_IN_A_ROW = 60

/**
 * The top level of the menu as a row, in place of the breadcrumb. A branch shows its entries in the sidebar; entries
 * without room are under 更多菜单.
 */
export const TopMenu = memo(function TopMenu(props: MenuProps) {
  const { nodes } = props
  const t = useText()
  const locale = useLocale()
  const place = useMenuPlace(props)
  const active = useActiveTop(place)
  const entries = nodes.map((node) => ({ node, title: titleText(node.title, t, locale) }))
  const measured = entries.slice(0, MOST_IN_A_ROW)
  const { bar, ruler, count } = useFitting(measured.map(({ title }) => title).join('\n'))
  const rest = entries.slice(count)

  return (
    <nav ref={bar} className="top-menu" aria-label={t('menu.top')}>
      <div ref={ruler} className="top-menu-ruler" aria-hidden="true">
        {measured.map(({ node, title }) => (
          <Likeness key={node.key} title={title} icon={node.kind === 'link' ? 'external' : undefined} />
        ))}
        <Likeness title={t('menu.more')} icon="chevron-down" />
      </div>
      <ul className="top-menu-list">
        {entries.slice(0, count).map(({ node, title }) => (
          <li key={node.key} className="top-menu-slot">
            <TopEntry node={node} title={title} place={place} isActive={node.key === active} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="top-menu-slot">
            <Menu
              label={t('menu.more')}
              trigger={
                <button
                  type="button"
                  className="top-menu-item"
                  data-active={rest.some(({ node }) => node.key === active) || undefined}
                >
                  <span className="top-menu-title">{t('menu.more')}</span>
                  <Icon name="chevron-down" />
                </button>
              }
              items={rest.map(({ node, title }) => itemOf(node, title, place, node.key === active))}
            />
          </li>
        )}
      </ul>
    </nav>
  )
})

type TopEntryProps = { node: MenuNode; title: string; place: MenuPlace; isActive: boolean }

function TopEntry({ node, title, place, isActive }: TopEntryProps) {
  const look = { className: 'top-menu-item', 'data-active': isActive || undefined }
  const face = <span className="top-menu-title">{title}</span>
  if (node.kind === 'branch') {
    return (
      <button
        {...look}
        type="button"
        aria-controls="sidebar"
        aria-current={isActive || undefined}
        onClick={() => chooseTop(node.key, place)}
      >
        {face}
      </button>
    )
  }
  if (node.kind === 'link') {
    return (
      <a {...look} href={node.href} target="_blank" rel="noopener noreferrer">
        {face}
        <NewWindow />
      </a>
    )
  }
  return (
    <a
      {...look}
      href={node.path}
      aria-current={markOf(node, place)}
      onClick={(event) => {
        follow(event)
        if (event.defaultPrevented) forgetTopChoice()
      }}
    >
      {face}
    </a>
  )
}

function itemOf(node: MenuNode, label: string, place: MenuPlace, isCurrent: boolean): MenuItem {
  const entry = { key: node.key, label, icon: node.icon, isCurrent }
  if (node.kind === 'branch') return { ...entry, onSelect: () => chooseTop(node.key, place) }
  return { ...entry, href: node.kind === 'link' ? node.href : node.path }
}

/** As wide as the entry, without text that could be found or read out. */
const Likeness = ({ title, icon }: { title: string; icon: 'external' | 'chevron-down' | undefined }) => (
  <span className="top-menu-slot">
    <span className="top-menu-item">
      <span className="top-menu-title" data-title={title} />
      {icon && <Icon name={icon} />}
    </span>
  </span>
)

/** The number shown before measurement. */
const FIRST_COUNT = 5

/**
 * The number of entries that fit into `bar`. `ruler` holds a hidden copy of each; the last one copies the "more" entry.
 * Measured when the layout of either changes, in the same frame, and when `words` change.
 */
function useFitting(words: string) {
  const bar = useRef<HTMLElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(FIRST_COUNT)
  useLayoutEffect(() => {
    const row = bar.current
    const likenesses = ruler.current
    if (!row || !likenesses) return
    const measure = () => {
      const widths = [...likenesses.children].map((likeness) => likeness.getBoundingClientRect().width)
      const moreWidth = widths.pop() ?? 0
      flushSync(() => setCount(fitting(widths, row.clientWidth, moreWidth)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    observer.observe(likenesses)
    return () => observer.disconnect()
  }, [words])
  return { bar, ruler, count }
}
