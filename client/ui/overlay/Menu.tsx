import { cloneElement, useRef, useState, type ReactElement } from 'react'
import { part } from '../part'
import { fetchAhead, isReady } from '../ready'
import type { Items } from './menu-item'
import './Menu.css'

export type { MenuItem } from './menu-item'

export const MenuPopup = part(() => import('./MenuPopup'))

type TriggerProps = {
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

type MenuProps = {
  /** A button; the menu opens below it. */
  trigger: ReactElement<TriggerProps>
  /** Name of the menu, for screen readers. */
  label: string
  items: Items
  align?: 'start' | 'end'
}

/** A button that opens a list of actions. */
export function Menu({ trigger, label, items, align = 'end' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const holder = useRef<HTMLSpanElement>(null)
  async function toggle() {
    // At once if possible: the next key is meant for the menu.
    if (isOpen || MenuPopup.loaded() || (await isReady(MenuPopup))) setIsOpen(!isOpen)
  }
  return (
    <span className="menu-holder" ref={holder}>
      {cloneElement(trigger, {
        onClick: () => void toggle(),
        onPointerEnter: () => fetchAhead(MenuPopup),
        onFocus: () => fetchAhead(MenuPopup),
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <MenuPopup
          anchor={() => holder.current?.firstElementChild ?? { x: 0, y: 0 }}
          align={align}
          label={label}
          items={items}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}
