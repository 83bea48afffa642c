import { expect, test } from 'bun:test'
import { contrast, deriveRamp, isColor, rampOf, surfaces, themePresets, type Ramp } from '#shared/theme'

/** A fixed sequence, so that a failing colour can be looked at again. */
function randomColors(count: number): string[] {
  let state = 20261121
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
  return Array.from({ length: count }, () => `#${(next() >> 7).toString(16).slice(-6).padStart(6, '0')}`)
}

/** What the ramp must be readable on, and is not. */
function unreadable(ramp: Ramp): string[] {
  const pairs: [use: string, text: string, background: string][] = [
    ['white on fill', '#ffffff', ramp.primary],
    ['white on hovered fill', '#ffffff', ramp.primaryHover],
    ...[...surfaces.light, ramp.softLight].map((on) => ['light text', ramp.textLight, on] as [string, string, string]),
    ...[...surfaces.dark, ramp.softDark].map((on) => ['dark text', ramp.textDark, on] as [string, string, string]),
  ]
  return pairs
    .filter(([, text, background]) => contrast(text, background) < 4.5)
    .map(([use, text, background]) => `${use}: ${text} on ${background} ${contrast(text, background).toFixed(2)}`)
}

test('contrast is what WCAG defines', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each(Object.entries(themePresets))('preset %s is readable in light and dark', (_seed, ramp) => {
  expect(unreadable(ramp)).toEqual([])
})

test.each(Object.keys(themePresets))('the ramp computed for %s is readable as well', (seed) => {
  expect(unreadable(deriveRamp(seed))).toEqual([])
})

test('a hundred random colours give readable ramps', () => {
  const wrong = randomColors(100).flatMap((seed) => unreadable(deriveRamp(seed)).map((fault) => `${seed} ${fault}`))
  expect(wrong).toEqual([])
})

test.each(['#000000', '#ffffff', '#ffff00', '#0000ff', '#808080'])('the extreme seed %s is readable', (seed) => {
  expect(unreadable(deriveRamp(seed))).toEqual([])
})

test('presets are found in any letter case, other colours are computed', () => {
  expect(rampOf('#1890ff')).toBe(themePresets['#1890FF']!)
  expect(rampOf('#123456')).toEqual(deriveRamp('#123456'))
})

test.each([
  ['#1890FF', true],
  ['#abc', false],
  ['red', false],
  ['#1890FF; color: red', false],
  [undefined, false],
])('%p is a colour: %p', (text, expected) => {
  expect(isColor(text)).toBe(expected)
})
