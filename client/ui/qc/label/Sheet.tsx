import { memo, useMemo } from 'react'
import { LABEL, labelTexts, measuresOf, type LabelSize } from '#shared/qc/label/sizes'
import { qrPath } from '#shared/qr-path'
import type { QrLabel } from '#shared/qc/label/schema'
import { useText } from '../../useText'

/** The size of A4, in millimetres. */
const A4 = { width: 210, height: 297 } as const

/** Sheets of A4, or a roll with one label per page. */
export const papers = ['a4', 'roll'] as const
export type Paper = (typeof papers)[number]

/** The dimensions of a page in millimetres, and the number of labels of this size on it. */
export function layoutOf(paper: Paper, size: LabelSize) {
  const label = measuresOf(size)
  if (paper === 'roll') return { ...label, columns: 1, rows: 1, perPage: 1 }
  const columns = Math.floor(A4.width / label.width)
  const rows = Math.floor(A4.height / label.height)
  return { ...A4, columns, rows, perPage: columns * rows }
}

type SheetProps = { paper: Paper; size: LabelSize; places: readonly (QrLabel | undefined)[] }

/** One page of labels in its true proportions; an undefined place stays empty. The remaining space is at the edges. */
export const Sheet = memo(function Sheet({ paper, size, places }: SheetProps) {
  const { width, height, columns, rows } = layoutOf(paper, size)
  const label = measuresOf(size)
  const left = (width - columns * label.width) / 2
  const top = (height - rows * label.height) / 2
  return (
    <svg className="label-page" viewBox={`0 0 ${width} ${height}`}>
      <rect width={width} height={height} fill="#fff" />
      {places.map(
        (placed, index) =>
          placed && (
            <g
              key={placed.code}
              transform={`translate(${left + (index % columns) * label.width} ${top + Math.floor(index / columns) * label.height}) scale(${label.width / LABEL.width})`}
            >
              <Label label={placed} isCutOut={paper === 'a4'} />
            </g>
          ),
      )}
    </svg>
  )
})

/** `isCutOut`: with a line to cut along. */
function Label({ label, isCutOut }: { label: QrLabel; isCutOut: boolean }) {
  const t = useText()
  const { size, path } = useMemo(() => qrPath(label.url), [label.url])
  const { x, y, size: side } = LABEL.qr
  return (
    <g role="img" aria-label={t('qcQr.sheetLabel', { title: label.title })} fontFamily="sans-serif" fill="#000">
      {isCutOut && (
        <rect
          width={LABEL.width}
          height={LABEL.height}
          fill="none"
          stroke="#bbb"
          strokeWidth="0.1"
          strokeDasharray="1 1"
        />
      )}
      <path transform={`translate(${x} ${y}) scale(${side / size})`} d={path} shapeRendering="crispEdges" />
      {labelTexts(label).map(({ text, x: left, y: base, size: font, isBold }, at) => (
        <text key={at} x={left} y={base} fontSize={font} fontWeight={isBold ? 700 : 400}>
          {text}
        </text>
      ))}
    </g>
  )
}
