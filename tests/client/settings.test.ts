import { describe, expect, test } from 'bun:test'
import { themePresets } from '#shared/theme'
import { presets, readColor } from '../../client/shell/settings/colors'
import { defaultSettings, sensible } from '../../client/stores/setting-values'

describe('changes to settings', () => {
  test.each([
    ['a name that exists', { topNav: false }, { topNav: false }],
    ['several of them', { themeMode: 'dark', fontSize: 16 }, { themeMode: 'dark', fontSize: 16 }],
    ['a colour in small letters', { themeColor: '#00b38a' }, { themeColor: '#00b38a' }],
    ['a name that does not exist', { density: 'small' }, {}],
    ['names that every object has', { toString: true, constructor: true, hasOwnProperty: true }, {}],
    ['the prototype', JSON.parse('{"__proto__":{"topNav":false}}'), {}],
    ['what is known beside what is not', { tagsView: false, skin: 'blue' }, { tagsView: false }],
    ['a word for a switch', { fixedHeader: 'no' }, {}],
    ['a number for a switch', { sidebarLogo: 1 }, {}],
    ['a switch for a word', { themeStyle: true }, {}],
    ['a word that is no choice', { themeStyle: 'blue', themeMode: 'night', locale: 'fr' }, {}],
    ['a size of text that is not offered', { fontSize: 40 }, {}],
    ['a size of text as a word', { fontSize: '16' }, {}],
    ['a short colour', { themeColor: '#abc' }, {}],
    ['a colour by its name', { themeColor: 'red' }, {}],
    ['no colour', { themeColor: undefined }, {}],
    ['a style that is no colour', { themeColor: '#1890FF;}' }, {}],
    ['nothing', {}, {}],
    ['null', null, {}],
    ['a text', 'topNav', {}],
    ['a list', [true, false], {}],
  ])('of %s (spec §4: only keys that already exist)', (_what, change, applied) => {
    expect(sensible(change)).toEqual<object>(applied)
  })

  test('back to the defaults are all of them sensible', () => {
    expect(sensible(defaultSettings)).toEqual(defaultSettings)
  })
})

test('the default settings are those of the specification (spec §9)', () => {
  const switches = { showSettings: true, topNav: true, tagsView: true, fixedHeader: true, sidebarLogo: true }
  expect(defaultSettings).toMatchObject({ ...switches, themeMode: 'system', themeColor: '#1890FF' })
})

test('the ten presets are offered in the order of the specification (spec §9)', () => {
  const specified = '#1890FF #F5222D #FA541C #FAAD14 #13C2C2 #52C460 #2F54EB #722ED1 #00b38a #2878FF'
  expect(Object.keys(presets)).toEqual(specified.toUpperCase().split(' '))
  expect(Object.keys(themePresets)).toEqual(Object.keys(presets))
})

test.each([
  ['#1890FF', '#1890FF'],
  ['1890ff', '#1890FF'],
  [' #00b38a ', '#00B38A'],
  ['＃１８９０ＦＦ', '#1890FF'],
  ['#189', undefined],
  ['#1890FFF', undefined],
  ['#1890FG', undefined],
  ['red', undefined],
  ['rgb(1, 2, 3)', undefined],
  ['', undefined],
])('%j typed as a colour means %p', (text, color) => {
  expect(readColor(text)).toBe(color)
})
