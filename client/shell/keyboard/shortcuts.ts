/** The first key of a pair. */
const PAIR = 'g'

const tabNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
type TabNumber = (typeof tabNumbers)[number]

const named = {
  'mod+k': 'search',
  '/': 'list-search',
  '?': 'keys',
  n: 'new',
  e: 'edit',
  d: 'delete',
  v: 'views',
  'mod+z': 'undo',
  '[': 'previous',
  ']': 'next',
  j: 'next-item',
  k: 'previous-item',
  a: 'approve',
  x: 'reject',
  c: 'comment',
  o: 'open',
  b: 'approve-many',
  r: 'refresh',
  'alt+w': 'close-tab',
  'alt+arrowleft': 'older-tab',
  'alt+arrowright': 'newer-tab',
  f: 'full-screen',
  t: 'dark',
} as const
const places = { h: 'go-home', i: 'go-inbox', r: 'go-records', a: 'go-analysis', t: 'go-templates' } as const

/** A tab's command is its number, counted from 1. */
export type Command = (typeof named)[keyof typeof named] | PlaceCommand | TabNumber
export type PlaceCommand = (typeof places)[keyof typeof places]

/** Commands by their keys: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const shortcuts: Readonly<Record<string, Command>> = {
  ...named,
  ...Object.fromEntries(Object.entries(places).map(([key, place]) => [`${PAIR} ${key}`, place])),
  ...Object.fromEntries(tabNumbers.map((number) => [`alt+${number}`, number])),
}

/** The used part of a keyboard event. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export type Situation = {
  isMac: boolean
  /** True if letters belong to something else: a focused field, or an open dialog or menu. */
  isTyping: boolean
  /** True if keys without Ctrl or Alt are enabled. */
  hasLetters: boolean
  /** True if {@link PAIR} was pressed just before. */
  isPaired: boolean
}

/** The command of a key press; `pair` for the first key of a pair. Browser shortcuts are left to the browser. */
export function commandOf(press: Press, situation: Situation): Command | 'pair' | undefined {
  const { isMac, isTyping, hasLetters, isPaired } = situation
  const keys = keysOf(press, isMac)
  const isLetter = keys.length === 1
  if (isLetter && (isTyping || !hasLetters)) return undefined
  if (isTyping && keys === 'mod+z') return undefined // undoes typing
  // On a Mac, Alt types special characters and moves by words.
  if (isTyping && isMac && keys.startsWith('alt+')) return undefined
  if (isLetter && isPaired) return commandFor(`${PAIR} ${keys}`)
  return keys === PAIR ? 'pair' : commandFor(keys)
}

const commandFor = (keys: string) => (Object.hasOwn(shortcuts, keys) ? shortcuts[keys] : undefined)

/** A press in the notation of the table; empty for a combination that is no shortcut. */
function keysOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press, isMac: boolean): string {
  // The place of signs depends on the keyboard; some need Shift, AltGr (Ctrl and Alt at once) or the Mac's Option.
  const isWriting = !metaKey && (ctrlKey === altKey || (isMac && altKey))
  if (['/', '?', '[', ']'].includes(key)) return isWriting ? key : ''
  if (shiftKey || code.startsWith('Numpad')) return '' // Alt with digits of the number pad types characters by number
  const name = nameOf(key, code, altKey)
  const modifiers = [ctrlKey && 'ctrl', metaKey && 'meta', altKey && 'alt'].filter(Boolean).join('+')
  if (modifiers === '') return name
  if (modifiers === (isMac ? 'meta' : 'ctrl')) return `mod+${name}`
  return modifiers === 'alt' ? `alt+${name}` : ''
}

/**
 * The letter or digit printed on the key, if the typed character is neither, as on a Cyrillic keyboard or with Option.
 */
function nameOf(key: string, code: string, altKey: boolean): string {
  const onKey = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase()
  const isOther = key.length === 1 && key > '~'
  const isNumbered = altKey && code.startsWith('Digit')
  return (isOther || isNumbered ? onKey : undefined) ?? key.toLowerCase()
}
