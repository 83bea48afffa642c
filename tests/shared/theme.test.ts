import { describe, expect, test } from 'bun:test'
import { DEFAULT_THEME_COLOR } from '#shared/constants'
import { contrast, deriveRamp, rampOf, surfaces, themePresets, type Ramp } from '#shared/theme'

/** A fixed sequence, so that a failing colour can be looked at again. */
function randomColors(count: number): string[] {
  let state = 20261121
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
  return Array.from({ length: count }, () => `#${(next() >> 7).toString(16).slice(-6).padStart(6, '0')}`)
}

/** The custom properties that a rule of tokens.css sets. */
function tokensOf(selector: string): Record<string, string> {
  const [, body = ''] = sheet.split(`\n${selector} {`)
  const [rule = ''] = body.split('\n}')
  const pairs = [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])
  return Object.fromEntries(pairs)
}

const sheet = await Bun.file('client/styles/tokens.css').text()
const light = { ...tokensOf(':root'), ...tokensOf(":root,\n[data-sidebar-look='dark']") }
const dark = { ...light, ...tokensOf(":root[data-theme='dark']") }
const lightSidebar = tokensOf(":root[data-sidebar='light'],\n[data-sidebar-look='light']")

/** The colour a token has in the end. */
function colorOf(tokens: Record<string, string>, name: string): string {
  const value = tokens[name] ?? ''
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
  return other ? colorOf(tokens, other) : value
}

/** What the ramp must be readable on, and is not. */
function unreadable(ramp: Ramp): string[] {
  const pairs: [use: string, text: string, background: string][] = [
    ['text on fill', ramp.onPrimary, ramp.primary],
    ['text on hovered fill', ramp.onPrimary, ramp.primaryHover],
    ...[...surfaces.light, light['row-hover']!, ramp.softLight].map(
      (on) => ['light text', ramp.textLight, on] as [string, string, string],
    ),
    ...[...surfaces.dark, dark['row-hover']!, ramp.softDark].map(
      (on) => ['dark text', ramp.textDark, on] as [string, string, string],
    ),
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

test.each([
  ['#1890FF', '#0077d9', '#ffffff', '#1890ff'],
  ['#2F54EB', '#2f54eb', '#ffffff', '#2f54eb'],
  ['#FAAD14', '#faad14', '#1f2329', '#966500'],
  ['#13C2C2', '#13c2c2', '#1f2329', '#007c7c'],
  ['#52C460', '#52c460', '#1f2329', '#008126'],
  ['#00B38A', '#00b38a', '#1f2329', '#007f61'],
])(
  'a button of %s is %s with text of %s: below 3:1 against white the colour stays, and its text is dark (spec §2)',
  (seed, primary, onPrimary, markLight) => {
    expect(rampOf(seed)).toMatchObject({ primary, onPrimary, markLight })
    const computed = deriveRamp(seed)
    expect([computed.onPrimary, computed.primary === seed.toLowerCase()]).toEqual([
      onPrimary,
      primary === seed.toLowerCase(),
    ])
  },
)

test.each(Object.entries(themePresets))('what has no text in %s stands out from a card by 3:1', (_seed, ramp) => {
  expect(contrast(ramp.markLight, surfaces.light[1])).toBeGreaterThanOrEqual(3)
  expect(contrast(ramp.markDark, surfaces.dark[1])).toBeGreaterThanOrEqual(3)
})

test('presets are found in any letter case, other colours are computed', () => {
  expect(rampOf('#1890ff')).toBe(themePresets['#1890FF']!)
  expect(rampOf('#123456')).toEqual(deriveRamp('#123456'))
})

describe.each([
  ['light', light, surfaces.light],
  ['dark', dark, surfaces.dark],
] as const)('the %s tokens of the style sheet', (theme, tokens, on) => {
  test('have the surfaces and the usual ramp that the computed colours are measured against', () => {
    expect(['page', 'card', 'head'].map((name) => tokens[name])).toEqual([...on])
    const { primary, primaryHover, textLight, textDark, softLight, softDark } = rampOf(DEFAULT_THEME_COLOR)
    expect(tokens).toMatchObject({
      seed: DEFAULT_THEME_COLOR.toLowerCase(),
      primary,
      'primary-hover': primaryHover,
      'primary-text': theme === 'light' ? textLight : textDark,
      'primary-soft': theme === 'light' ? softLight : softDark,
    })
  })

  test.each([
    ['ink', 'page card head row-hover', 4.5],
    ['muted', 'page card head row-hover', 4.5],
    ['placeholder', 'card', 4.5],
    ['control', 'card', 3],
    ['focus', 'page card head row-hover primary-soft', 3],
    ['on-primary', 'primary primary-hover', 4.5],
    ['on-ng', 'ng-fill ng-fill-hover', 4.5],
    ['mark', 'card', 3],
    ...['ok', 'warn', 'ng', 'pending', 'info', 'sign'].map(
      (status) => [status, `card page ${status}-soft`, 4.5] as const,
    ),
  ])('%s stands out on %s by %p (WCAG AA)', (name, backgrounds, least) => {
    const weak = backgrounds
      .split(' ')
      .map((background) => ({ background, is: contrast(colorOf(tokens, name), colorOf(tokens, background)) }))
      .filter(({ is }) => is < least)
    expect(weak).toEqual([])
  })

  test.each([
    ['dark', {}],
    ['light', lightSidebar],
  ])('are readable on a %s sidebar', (_style, own) => {
    const all = { ...tokens, ...own }
    for (const name of ['sidebar-item', 'sidebar-group']) {
      expect(contrast(colorOf(all, name), colorOf(all, 'sidebar'))).toBeGreaterThanOrEqual(4.5)
    }
  })
})

test('the sidebar is #001529 or white (spec §9)', () => {
  expect(light['sidebar']).toBe('#001529')
  expect(colorOf({ ...light, ...lightSidebar }, 'sidebar')).toBe('#ffffff')
})
