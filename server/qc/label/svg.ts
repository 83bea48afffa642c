import { LABEL, labelTexts, measuresOf, type LabelSize } from '#shared/qc/label/sizes'
import { qrPath } from '#shared/qr-path'
import type { QrLabel } from '#shared/qc/label/schema'

/** A label as a picture of its true size. What it says may hold any sign: nothing of it is read as markup. */
export function labelSvg(label: QrLabel, size: LabelSize): string {
  const { width, height } = measuresOf(size)
  const { size: modules, path } = qrPath(label.url)
  const { x, y, size: side } = LABEL.qr
  const texts = labelTexts(label).map(
    ({ text, x: left, y: base, size: font, isBold }) =>
      `<text x="${left}" y="${base}" font-size="${font}"${isBold ? ' font-weight="700"' : ''}>${escaped(text)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${LABEL.width} ${LABEL.height}">`,
    `<title>${escaped(label.title)}</title>`,
    `<rect width="${LABEL.width}" height="${LABEL.height}" fill="#fff"/>`,
    `<path transform="translate(${x} ${y}) scale(${side / modules})" d="${path}" shape-rendering="crispEdges"/>`,
    `<g font-family="sans-serif">${texts.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
