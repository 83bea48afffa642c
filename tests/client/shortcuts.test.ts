import { describe, expect, test } from 'bun:test'
import { keyGroups } from '../../client/shell/keyboard/key-groups'
import { commandOf, shortcuts, type Press, type Situation } from '../../client/shell/keyboard/shortcuts'

/** A press written as its modifiers and what it writes: `Ctrl+k`. `code` is the place of the key, where it matters. */
function press(written: string, code = ''): Press {
  const held = written.split('+')
  const key = held.pop()!
  const isHeld = (name: string) => held.includes(name)
  return {
    key,
    code,
    ctrlKey: isHeld('Ctrl'),
    metaKey: isHeld('Meta'),
    altKey: isHeld('Alt'),
    shiftKey: isHeld('Shift'),
  }
}

const free: Situation = { isMac: false, isTyping: false, hasLetters: true, isPaired: false }
const mac = { isMac: true }
const typing = { isTyping: true }
const off = { hasLetters: false }
const paired = { isPaired: true }

describe('keys (ux: Keyboard)', () => {
  test.each<[what: string, Press, change: Partial<Situation>, command: ReturnType<typeof commandOf>]>([
    ['Ctrl K', press('Ctrl+k'), {}, 'search'],
    ['Ctrl K with Caps Lock', press('Ctrl+K'), {}, 'search'],
    ['Ctrl K in a field', press('Ctrl+k'), typing, 'search'],
    ['Ctrl K while single keys are off', press('Ctrl+k'), off, 'search'],
    ['Ctrl K on a Cyrillic keyboard', press('Ctrl+л', 'KeyK'), {}, 'search'],
    ['⌘ K on a Mac', press('Meta+k'), mac, 'search'],
    ['Ctrl K on a Mac, which deletes to the end of the line', press('Ctrl+k'), mac, undefined],
    ['Ctrl Shift K', press('Ctrl+Shift+k'), {}, undefined],
    ['/', press('/'), {}, 'list-search'],
    ['/ behind Shift, as on a German keyboard', press('Shift+/'), {}, 'list-search'],
    ['Ctrl /', press('Ctrl+/'), {}, undefined],
    ['?', press('Shift+?'), {}, 'keys'],
    ['n', press('n'), {}, 'new'],
    ['n with Caps Lock', press('N'), {}, 'new'],
    ['Shift N', press('Shift+N'), {}, undefined],
    ['n in a field', press('n'), typing, undefined],
    ['n while single keys are off', press('n'), off, undefined],
    ['n on a Cyrillic keyboard', press('т', 'KeyN'), {}, 'new'],
    ['a key an input method works on', press('Process', 'KeyN'), {}, undefined],
    ['r', press('r'), {}, 'refresh'],
    ['e', press('e'), {}, 'edit'],
    ['d', press('d'), {}, 'delete'],
    ['Ctrl Z', press('Ctrl+z'), {}, 'undo'],
    ['Ctrl Z in a field, which takes back what was typed', press('Ctrl+z'), typing, undefined],
    ['Ctrl Z while single keys are off', press('Ctrl+z'), off, 'undo'],
    ['⌘ Z on a Mac', press('Meta+z'), mac, 'undo'],
    ['f', press('f'), {}, 'full-screen'],
    ['t', press('t'), {}, 'dark'],
    ['[', press('['), {}, 'previous'],
    [']', press(']'), {}, 'next'],
    ['[ behind AltGr', press('Ctrl+Alt+['), {}, 'previous'],
    ['[ behind Option', press('Alt+['), mac, 'previous'],
    ['⌘ [, which goes back in the browser', press('Meta+['), mac, undefined],
    ['Alt 1', press('Alt+1', 'Digit1'), {}, 1],
    ['Alt 9', press('Alt+9', 'Digit9'), {}, 9],
    ['Alt 0', press('Alt+0', 'Digit0'), {}, undefined],
    ['Alt 1 on a French keyboard', press('Alt+&', 'Digit1'), {}, 1],
    ['Alt 1 in a field', press('Alt+1', 'Digit1'), typing, 1],
    ['⌥ 1 on a Mac', press('Alt+¡', 'Digit1'), mac, 1],
    ['⌥ 1 in a field on a Mac, which writes ¡', press('Alt+¡', 'Digit1'), { ...mac, ...typing }, undefined],
    ['Alt 1 of the number pad, which writes by number', press('Alt+1', 'Numpad1'), {}, undefined],
    ['Alt W', press('Alt+w', 'KeyW'), {}, 'close-tab'],
    ['⌥ W on a Mac', press('Alt+∑', 'KeyW'), mac, 'close-tab'],
    ['Alt ←', press('Alt+ArrowLeft'), {}, 'older-tab'],
    ['Alt →', press('Alt+ArrowRight'), {}, 'newer-tab'],
    ['⌥ ← in a field on a Mac, which goes by words', press('Alt+ArrowLeft'), { ...mac, ...typing }, undefined],
    ['g', press('g'), {}, 'pair'],
    ['g in a field', press('g'), typing, undefined],
    ['g then h', press('h'), paired, 'go-home'],
    ['g then r, which alone refreshes', press('r'), paired, 'go-records'],
    ['g then a', press('a'), paired, 'go-analysis'],
    ['g then t, which alone turns dark', press('t'), paired, 'go-templates'],
    ['g then n, which means nothing', press('n'), paired, undefined],
    ['g then Ctrl K', press('Ctrl+k'), paired, 'search'],
    ['h without g', press('h'), {}, undefined],
  ])('%s', (_what, pressed, change, command) => {
    expect(commandOf(pressed, { ...free, ...change })).toBe(command)
  })

  test.each([
    'Ctrl+w',
    'Ctrl+t',
    'Ctrl+r',
    'Ctrl+n',
    'Ctrl+f',
    'Ctrl+d',
    'Ctrl+1',
    'F5',
    'F11',
    'Ctrl+F5',
    'Escape',
    'Enter',
  ])('%s stays the browser’s', (written) => {
    expect(commandOf(press(written), free)).toBeUndefined()
    expect(commandOf(press(written.replace('Ctrl', 'Meta')), { ...free, ...mac })).toBeUndefined()
  })
})

test('the list of keys names every key there is', () => {
  const listed = keyGroups.flatMap(({ lines }) => lines.flatMap(({ keys }) => keys))
  const all = listed.flatMap((keys) =>
    keys === 'alt+1…9' ? Array.from({ length: 9 }, (_, at) => `alt+${at + 1}`) : keys,
  )
  expect(Object.keys(shortcuts).filter((keys) => !all.includes(keys))).toEqual([])
})
