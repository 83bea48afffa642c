import type { MouseEvent } from 'react'
import { addressOf } from '../../stores/tabs'
import { goTo } from '../tabs/go-to'

/**
 * Follows an internal link on a plain click; the browser handles other clicks, which open a window. Menus have many
 * links, and wouter's `Link` renders at every change of address.
 */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  const href = event.currentTarget.getAttribute('href')
  if (!isPlain || !href) return
  event.preventDefault()
  goTo(addressOf(href))
}
