import type { PlainTextKey } from '#shared/i18n/text'

/** The preset colours and their names, in the order of the specification. */
export const presets = {
  '#1890FF': 'settings.color.blue',
  '#F5222D': 'settings.color.red',
  '#FA541C': 'settings.color.vermilion',
  '#FAAD14': 'settings.color.gold',
  '#13C2C2': 'settings.color.cyan',
  '#52C460': 'settings.color.green',
  '#2F54EB': 'settings.color.indigo',
  '#722ED1': 'settings.color.purple',
  '#00B38A': 'settings.color.jade',
  '#2878FF': 'settings.color.azure',
} as const satisfies Record<string, PlainTextKey>

/** The `#RRGGBB` of a typed colour, such as `1890ff` or `＃１８９０ＦＦ`; undefined if it is no colour. */
export function readColor(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.normalize('NFKC').trim()) ?? []
  return digits && `#${digits.toUpperCase()}`
}
