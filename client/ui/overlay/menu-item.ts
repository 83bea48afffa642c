import type { IconName } from '../icons/Icon'

export type Entry = {
  key: string
  label: string
  /** A name of our drawings; entries that come from data may hold any other. */
  icon?: IconName | (string & {})
  /** It stands for what is shown now. */
  isCurrent?: boolean
  /** One of several to choose from, chosen or not. */
  isChosen?: boolean
  /** Written at the end of the entry, such as `Alt+W`. */
  shortcut?: string
}

type Action = Entry & { onSelect: () => void; tone?: 'danger'; disabled?: boolean }

/** `href` is a path of ours, or the address of another site, which opens in a new window. */
export type LinkItem = Entry & { href: string }

export type MenuItem = 'separator' | Action | LinkItem

export type Items = readonly MenuItem[]
