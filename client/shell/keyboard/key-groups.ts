import type { PlainTextKey } from '#shared/i18n/text'
import type { PlaceCommand } from './shortcuts'

type KeyLine = {
  text: PlainTextKey
  /** One or several alternative shortcuts. */
  keys: readonly string[]
  /** The target page of these keys: not every operator has it. */
  place?: PlaceCommand
}

export type KeyGroup = { title: PlainTextKey; lines: readonly KeyLine[] }

/** All shortcuts of the product, by the place where they work. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: 'keys.everywhere',
    lines: [
      { text: 'keys.search', keys: ['mod+k'] },
      { text: 'keys.listSearch', keys: ['/'] },
      { text: 'keys.help', keys: ['?'] },
      { text: 'shell.fullScreen', keys: ['f'] },
      { text: 'keys.dark', keys: ['t'] },
      { text: 'keys.escape', keys: ['escape'] },
    ],
  },
  {
    title: 'keys.tabs',
    lines: [
      { text: 'keys.nthTab', keys: ['alt+1…9'] },
      { text: 'keys.usedTab', keys: ['alt+arrowleft', 'alt+arrowright'] },
      { text: 'keys.closeTab', keys: ['alt+w'] },
      { text: 'keys.refresh', keys: ['r'] },
    ],
  },
  {
    title: 'keys.list',
    lines: [
      { text: 'keys.new', keys: ['n'] },
      { text: 'keys.move', keys: ['arrowup', 'arrowdown'] },
      { text: 'keys.openRow', keys: ['enter'] },
      { text: 'keys.tick', keys: ['space'] },
      { text: 'keys.extend', keys: ['shift+arrowup', 'shift+arrowdown'] },
      { text: 'keys.edit', keys: ['e'] },
      { text: 'keys.delete', keys: ['d'] },
      { text: 'keys.views', keys: ['v'] },
      { text: 'keys.undo', keys: ['mod+z'] },
    ],
  },
  {
    title: 'keys.record',
    lines: [
      { text: 'keys.neighbour', keys: ['[', ']'] },
      { text: 'keys.save', keys: ['mod+enter'] },
    ],
  },
  {
    title: 'keys.inbox',
    lines: [
      { text: 'keys.nextItem', keys: ['j', 'k'] },
      { text: 'keys.approve', keys: ['a'] },
      { text: 'keys.reject', keys: ['x'] },
      { text: 'keys.comment', keys: ['c'] },
      { text: 'keys.open', keys: ['o'] },
      { text: 'keys.approveMany', keys: ['b'] },
    ],
  },
  {
    title: 'keys.places',
    lines: [
      { text: 'page.home', keys: ['g h'], place: 'go-home' },
      { text: 'page.inbox', keys: ['g i'], place: 'go-inbox' },
      { text: 'keys.records', keys: ['g r'], place: 'go-records' },
      { text: 'page.analysis', keys: ['g a'], place: 'go-analysis' },
      { text: 'keys.templates', keys: ['g t'], place: 'go-templates' },
    ],
  },
]
