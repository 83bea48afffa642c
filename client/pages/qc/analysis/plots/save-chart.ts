import { saveFile } from '../../../../api/download'
import { widthOf } from '../../../../ui/chart/labels'

/** What of the look of a drawing a style sheet may say; whatever else it says is of no concern to a picture. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
] as const

const SVG = 'http://www.w3.org/2000/svg'
const PADDING = 16
const LINE = 20

/** What stands above and below the drawings of a picture: facts each begin a line of their own. */
type Caption = { title: string; facts: readonly string[]; source: string }

/**
 * The charts of a part of the page as one picture that looks the same without its style sheets: title and facts above,
 * where it comes from below. Undefined where there is none.
 */
export function pictureOf(part: ParentNode, { title, facts, source }: Caption): SVGSVGElement | undefined {
  const charts = [...part.querySelectorAll<SVGSVGElement>('svg[data-chart]')]
  if (charts.length === 0) return undefined
  const look = getComputedStyle(document.documentElement)
  const colour = (name: string) => look.getPropertyValue(name).trim()
  const width = Math.max(480, ...charts.map((chart) => chart.width.baseVal.value)) + 2 * PADDING
  const picture = document.createElementNS(SVG, 'svg')
  const font = getComputedStyle(document.body).fontFamily
  const write = (words: string, y: number, style: Record<string, string>) => {
    const line = document.createElementNS(SVG, 'text')
    line.textContent = words
    set(line, { x: String(PADDING), y: String(y), 'font-family': font, ...style })
    picture.append(line)
  }
  const back = document.createElementNS(SVG, 'rect')
  set(back, { width: '100%', height: '100%', fill: colour('--card') })
  picture.append(back)
  let y = PADDING + 14
  write(title, y, { 'font-size': '16', 'font-weight': '600', fill: colour('--ink') })
  y += LINE
  for (const line of facts.flatMap((words) => linesOf(words, width - 2 * PADDING))) {
    write(line, y, { 'font-size': '12', fill: colour('--muted') })
    y += LINE
  }
  for (const chart of charts) {
    const copy = styled(chart)
    set(copy, { x: String(PADDING), y: String(y), overflow: 'visible' })
    picture.append(copy)
    y += chart.height.baseVal.value + 8
  }
  y += 12
  write(source, y, { 'font-size': '11', fill: colour('--muted') })
  const height = y + PADDING
  set(picture, { xmlns: SVG, width: String(width), height: String(height), viewBox: `0 0 ${width} ${height}` })
  return picture
}

/** Words in lines of at most so many pixels: SVG does not break them by itself. */
function linesOf(words: string, width: number): string[] {
  const lines: string[] = []
  for (const word of words.match(/[\u2e80-\uffff]\s*|[^\u2e80-\uffff\s]+\s*/g) ?? []) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last + word) > width) lines.push(word)
    else lines[lines.length - 1] = last + word
  }
  return lines
}

function set(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** A copy whose every part says itself how it looks. */
function styled(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement // a clone is what it was made of
  const [originals, copies] = [chart.querySelectorAll('*'), copy.querySelectorAll('*')]
  copies.forEach((element, at) => {
    const look = getComputedStyle(originals[at]!)
    for (const name of drawn) {
      const value = look.getPropertyValue(name)
      if (value) element.setAttribute(name, value)
    }
    for (const name of element.getAttributeNames()) if (isOfThePage(name)) element.removeAttribute(name)
  })
  for (const name of copy.getAttributeNames()) if (isOfThePage(name)) copy.removeAttribute(name)
  for (const hidden of copy.querySelectorAll('[display="none"]')) hidden.remove()
  for (const link of copy.querySelectorAll('a')) {
    const group = document.createElementNS(SVG, 'g')
    group.append(...link.childNodes)
    link.replaceWith(group)
  }
  return copy
}

/** What makes sense in the page alone. */
const isOfThePage = (name: string) =>
  name === 'class' ||
  name === 'style' ||
  name === 'role' ||
  name === 'tabindex' ||
  name === 'href' ||
  name.startsWith('aria-') ||
  name.startsWith('data-')

/**
 * The charts of a part of the page for paper, which is white whatever the theme is: the address of a picture. Undefined
 * where there is none.
 */
export function pictureForPaper(part: ParentNode): string | undefined {
  const charts = [...part.querySelectorAll<SVGSVGElement>('svg[data-chart]')]
  const root = document.documentElement
  const theme = root.dataset['theme']
  root.dataset['theme'] = 'light' // nothing is painted before it is put back
  try {
    const copies = charts.map((chart) => ({ chart, copy: styled(chart) }))
    if (copies.length === 0) return undefined
    const width = Math.max(...charts.map((chart) => chart.width.baseVal.value))
    const sheet = document.createElementNS(SVG, 'svg')
    let y = 0
    for (const { chart, copy } of copies) {
      set(copy, { x: '0', y: String(y) })
      sheet.append(copy)
      y += chart.height.baseVal.value + 12
    }
    const font = getComputedStyle(document.body).fontFamily
    set(sheet, {
      xmlns: SVG,
      width: String(width),
      height: String(y),
      viewBox: `0 0 ${width} ${y}`,
      'font-family': font,
    })
    return addressOf(sheet)
  } finally {
    if (theme === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }
}

const addressOf = (picture: SVGSVGElement) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`

const asText = (picture: SVGSVGElement) =>
  new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' })

export const saveSvg = (picture: SVGSVGElement, name: string) =>
  saveFile({ name: `${name}.svg`, content: asText(picture) })

/** Twice as many pixels as the screen has: it is put into reports. */
const SHARPNESS = 2

/** @throws Error where the browser draws no pictures */
export async function savePng(picture: SVGSVGElement, name: string): Promise<void> {
  const image = new Image()
  image.src = addressOf(picture)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width.baseVal.value * SHARPNESS
  canvas.height = picture.height.baseVal.value * SHARPNESS
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!content) throw new Error('The chart could not be drawn.')
  saveFile({ name: `${name}.png`, content })
}
