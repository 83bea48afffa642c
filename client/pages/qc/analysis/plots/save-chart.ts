import { saveFile } from '../../../../api/download'
import { widthOf } from '../../../../ui/chart/labels'

/** The style properties that a drawing depends on. */
const drawnProperties = [
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

/** The texts above and below the charts of a picture; each fact is on its own line. */
type Caption = { title: string; facts: readonly string[]; source: string }

/**
 * The charts of a part of the page as one picture without a style sheet: title and facts above, the source below.
 * Undefined without charts.
 */
export function pictureOf(part: ParentNode, { title, facts, source }: Caption): SVGSVGElement | undefined {
  const charts = [...part.querySelectorAll<SVGSVGElement>('svg[data-chart]')]
  if (charts.length === 0) return undefined
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const width = Math.max(480, ...charts.map((chart) => chart.width.baseVal.value)) + 2 * PADDING
  const picture = document.createElementNS(SVG, 'svg')
  const font = getComputedStyle(document.body).fontFamily
  const write = (text: string, attributes: Record<string, string>) => {
    const line = document.createElementNS(SVG, 'text')
    line.textContent = text
    set(line, { x: String(PADDING), y: String(y), 'font-family': font, ...attributes })
    picture.append(line)
  }
  let y = PADDING + 14
  const back = document.createElementNS(SVG, 'rect')
  set(back, { width: '100%', height: '100%', fill: colour('--card') })
  picture.append(back)
  write(title, { 'font-size': '16', 'font-weight': '600', fill: colour('--ink') })
  y += LINE
  for (const line of facts.flatMap((fact) => linesOf(fact, width - 2 * PADDING))) {
    write(line, { 'font-size': '12', fill: colour('--muted') })
    y += LINE
  }
  for (const chart of charts) {
    const copy = styled(chart)
    set(copy, { x: String(PADDING), y: String(y), overflow: 'visible' })
    picture.append(copy)
    y += chart.height.baseVal.value + 8
  }
  y += 12
  write(source, { 'font-size': '11', fill: colour('--muted') })
  const height = y + PADDING
  set(picture, { xmlns: SVG, width: String(width), height: String(height), viewBox: `0 0 ${width} ${height}` })
  return picture
}

/** A text in lines of at most `width` pixels: SVG does not break lines by itself. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.match(/[\u2e80-\uffff]\s*|[^\u2e80-\uffff\s]+\s*/g) ?? []) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last + word) > width) lines.push(word)
    else lines[lines.length - 1] = last + word
  }
  return lines
}

function set(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** A copy whose elements have the computed style as attributes. */
function styled(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement // a clone has the type of its original
  const [originals, copies] = [chart.querySelectorAll('*'), copy.querySelectorAll('*')]
  copies.forEach((element, index) => {
    const style = getComputedStyle(originals[index]!)
    for (const name of drawnProperties) {
      const value = style.getPropertyValue(name)
      if (value) element.setAttribute(name, value)
    }
    for (const name of element.getAttributeNames()) if (isPageAttribute(name)) element.removeAttribute(name)
  })
  for (const name of copy.getAttributeNames()) if (isPageAttribute(name)) copy.removeAttribute(name)
  for (const hidden of copy.querySelectorAll('[display="none"]')) hidden.remove()
  for (const link of copy.querySelectorAll('a')) {
    const group = document.createElementNS(SVG, 'g')
    group.append(...link.childNodes)
    link.replaceWith(group)
  }
  return copy
}

/** Attributes that only make sense in the page. */
const isPageAttribute = (name: string) => /^(class|style|role|tabindex|href|aria-.*|data-.*)$/.test(name)

/**
 * The address of a picture with the charts of a part of the page, each below its title, in the light theme for white
 * paper. Undefined without charts.
 */
export function pictureForPaper(part: ParentNode): string | undefined {
  const charts = [...part.querySelectorAll<SVGSVGElement>('svg[data-chart]')]
  if (charts.length === 0) return undefined
  const root = document.documentElement
  const theme = root.dataset['theme']
  root.dataset['theme'] = 'light' // restored before the browser paints
  try {
    const width = Math.max(...charts.map((chart) => chart.width.baseVal.value))
    const sheet = document.createElementNS(SVG, 'svg')
    let y = 0
    for (const chart of charts) {
      const title = chart.closest('figure')?.querySelector('figcaption h2')
      if (title) {
        const line = document.createElementNS(SVG, 'text')
        line.textContent = title.textContent
        const fill = getComputedStyle(root).getPropertyValue('--ink').trim()
        set(line, { x: '0', y: String(y + 16), 'font-size': '15', 'font-weight': '600', fill })
        sheet.append(line)
        y += LINE + 4
      }
      const copy = styled(chart)
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

/** Pixels of the picture for each pixel of the chart: it is printed in reports. */
const PIXEL_RATIO = 2

/** @throws Error if the browser cannot draw pictures */
export async function savePng(picture: SVGSVGElement, name: string): Promise<void> {
  const image = new Image()
  image.src = addressOf(picture)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width.baseVal.value * PIXEL_RATIO
  canvas.height = picture.height.baseVal.value * PIXEL_RATIO
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!content) throw new Error('The chart could not be drawn.')
  saveFile({ name: `${name}.png`, content })
}
