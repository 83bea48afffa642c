import type { IconName } from '../icons/Icon'

export type Entry = {
  key: string
  label: string
  /** A name of our icons; entries from data may hold any other. */
  icon?: IconName | (string & {})
  /** True for the entry of the present page. */
  isCurrent?: boolean
  /** One of several options, chosen or not. */
  isChosen?: boolean
  /** Shown at the end of the entry, such as `Alt+W`. */
  shortcut?: string
}

type Action = Entry & { onSelect: () => void; tone?: 'danger'; disabled?: boolean }

/** `href` is a path of the product, or the address of another site, which opens in a new window. */
export type LinkItem = Entry & { href: string }

export type MenuItem = 'separator' | Action | LinkItem

export type Items = readonly MenuItem[]
