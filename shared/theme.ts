/**
 * Colours derived from the operator's theme colour, the *seed*. Areas without text show the seed itself. For text, the
 * hue is kept and the lightness changes in OKLCH until WCAG's 4.5:1 is reached (ADR 51).
 */
export type Ramp = {
  /** Behind text, light and dark. */
  primary: string
  primaryHover: string
  /** The text on it: white, or dark on a light seed. */
  onPrimary: string
  /** The seed, or a colour with 3:1 against a card: meters, borders of switches and ticks. */
  markLight: string
  markDark: string
  /** Text, icons and focus rings on page, card, table head and their own soft surface. */
  textLight: string
  textDark: string
  /** Quiet surface of selected or active elements. */
  softLight: string
  softDark: string
}

/** Surfaces under coloured text; the same values as `--page`, `--card`, `--head` in tokens.css. */
export const surfaces = { light: ['#f5f7fa', '#ffffff', '#fafbfc'], dark: ['#131519', '#1b1e24', '#20242b'] } as const

const AA = 4.5
/**
 * The minimum for parts of a control, WCAG 1.4.11. With white text, a lighter seed would need a shade that looks like
 * another colour.
 */
const AA_PARTS = 3
const WHITE = '#ffffff'
const INK = '#1f2329'

type Shades = Pick<Ramp, 'primary' | 'primaryHover' | 'textLight' | 'textDark' | 'softLight' | 'softDark'>

const isLight = (seed: string) => contrast(seed, WHITE) < AA_PARTS

const withMarks = (seed: string, shades: Shades): Ramp => ({
  ...shades,
  onPrimary: isLight(seed) ? INK : WHITE,
  markLight: contrast(seed, surfaces.light[1]) < AA_PARTS ? shades.textLight : seed,
  markDark: contrast(seed, surfaces.dark[1]) < AA_PARTS ? shades.textDark : seed,
})

const preset = (...colors: [string, string, string, string, string, string, string]): Ramp => {
  const [seed, primary, primaryHover, textLight, textDark, softLight, softDark] = colors
  return withMarks(seed, { primary, primaryHover, textLight, textDark, softLight, softDark })
}

/** The offered seeds, with ramps chosen by eye and checked against the same limits as computed ones. */
export const themePresets: Readonly<Record<string, Ramp>> = {
  '#1890FF': preset('#1890ff', '#0077d9', '#006ac2', '#006fcc', '#3c92ed', '#eaf4ff', '#182a3f'),
  '#F5222D': preset('#f5222d', '#ec0f24', '#d6001c', '#de001e', '#e5665e', '#ffeeec', '#3c201d'),
  '#FA541C': preset('#fa541c', '#d84000', '#c23900', '#ca3b00', '#e56b48', '#ffeee9', '#3c2119'),
  '#FAAD14': preset('#faad14', '#faad14', '#ffbd45', '#966500', '#f8ae25', '#fbf1e3', '#36260d'),
  '#13C2C2': preset('#13c2c2', '#13c2c2', '#3bd0d0', '#007c7c', '#13c2c2', '#e2f7f7', '#043030'),
  '#52C460': preset('#52c460', '#52c460', '#6ad076', '#008126', '#5cc267', '#eaf7ea', '#1a2f1b'),
  '#2F54EB': preset('#2f54eb', '#2f54eb', '#2544db', '#2f54eb', '#648af2', '#edf2ff', '#1f283f'),
  '#722ED1': preset('#722ed1', '#722ed1', '#6619c2', '#722ed1', '#9c7be9', '#f3f0ff', '#2b243d'),
  '#00B38A': preset('#00b38a', '#00b38a', '#1fc29a', '#007f61', '#00b38a', '#e5f8f0', '#0d3025'),
  '#2878FF': preset('#2878ff', '#1f6ff6', '#0b60e6', '#1366ec', '#548ef1', '#ecf3ff', '#1c293f'),
}

/** The ramp of `seed`: predefined for the presets, computed for any other `#rrggbb`. */
export const rampOf = (seed: string): Ramp => themePresets[seed.toUpperCase()] ?? deriveRamp(seed)

/** Computes a ramp. It never fails: every search ends at black or white. */
export function deriveRamp(seed: string): Ramp {
  const { l, c, h } = toOklch(seed)
  const softLight = toHex({ l: 0.965, c: Math.min(c, 0.018), h })
  const softDark = toHex({ l: 0.28, c: Math.min(c, 0.045), h })
  const primary = isLight(seed) ? seed.toLowerCase() : moved({ l, c, h }, -1, [WHITE])
  const fill = toOklch(primary)
  const hover = isLight(seed) ? Math.min(1, fill.l + 0.04) : fill.l > 0.2 ? fill.l - 0.045 : fill.l + 0.06
  return withMarks(seed.toLowerCase(), {
    primary,
    primaryHover: toHex({ ...fill, l: hover }),
    textLight: moved({ l, c, h }, -1, [...surfaces.light, softLight]),
    textDark: moved({ l: Math.max(l, 0.5), c: Math.min(c, 0.17), h }, 1, [...surfaces.dark, softDark]),
    softLight,
    softDark,
  })
}

/** `color` made darker (-1) or lighter (1), just enough for text on all `backgrounds`. */
function moved(color: Oklch, direction: -1 | 1, backgrounds: readonly string[]): string {
  for (let l = color.l; l > 0 && l < 1; l += direction * 0.004) {
    const hex = toHex({ ...color, l })
    if (backgrounds.every((background) => contrast(hex, background) >= AA)) return hex
  }
  return direction < 0 ? '#000000' : '#ffffff'
}

/** Contrast of two colours by WCAG 2.1: 1 (none) to 21. */
export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((low, high) => high - low)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

type Triple = [number, number, number]
/** `l` 0 to 1, `c` from 0 (grey) to about 0.37, `h` in radians. */
type Oklch = { l: number; c: number; h: number }

function linear(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Björn Ottosson's OKLab matrices, in polar form. */
function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

function toLinear({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** Reduces a chroma that a screen cannot show at this lightness; hue and lightness stay. */
function toHex(color: Oklch): string {
  let rgb = toLinear(color)
  for (let c = color.c; c > 0 && !rgb.every((channel) => channel >= -1e-4 && channel <= 1.0001); c -= 0.004) {
    rgb = toLinear({ ...color, c: Math.max(0, c - 0.004) })
  }
  return `#${rgb.map(hexOf).join('')}`
}

function hexOf(channel: number): string {
  const value = Math.min(1, Math.max(0, channel))
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
