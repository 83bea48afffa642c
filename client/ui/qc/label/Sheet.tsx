import { memo, useMemo } from 'react'
import { LABEL, labelTexts } from '#shared/qc/label'
import { qrPath } from '#shared/qr-path'
import type { QrLabel } from '#shared/schemas/qc-qr'
import { useText } from '../../useText'

/** Of A4, in millimetres. */
const PAGE = { width: 210, height: 297 } as const
const COLUMNS = 5
const ROWS = 9
/** Labels on one sheet. */
export const PER_SHEET = COLUMNS * ROWS

/** What is left over lies at the edges. */
const LEFT = (PAGE.width - COLUMNS * LABEL.width) / 2
const TOP = (PAGE.height - ROWS * LABEL.height) / 2

/** One sheet of labels in its true proportions; an undefined place stays empty. */
export const Sheet = memo(function Sheet({ places }: { places: readonly (QrLabel | undefined)[] }) {
  return (
    <svg className="label-page" viewBox={`0 0 ${PAGE.width} ${PAGE.height}`}>
      <rect width={PAGE.width} height={PAGE.height} fill="#fff" />
      {places.map(
        (label, at) =>
          label && (
            <g
              key={label.code}
              transform={`translate(${LEFT + (at % COLUMNS) * LABEL.width} ${TOP + Math.floor(at / COLUMNS) * LABEL.height})`}
            >
              <Label label={label} />
            </g>
          ),
      )}
    </svg>
  )
})

function Label({ label }: { label: QrLabel }) {
  const t = useText()
  const { size, path } = useMemo(() => qrPath(label.url), [label.url])
  const { x, y, size: side } = LABEL.qr
  return (
    <g role="img" aria-label={t('qcQr.sheetLabel', { title: label.title })} fontFamily="sans-serif" fill="#000">
      <rect
        width={LABEL.width}
        height={LABEL.height}
        fill="none"
        stroke="#bbb"
        strokeWidth="0.1"
        strokeDasharray="1 1"
      />
      <path transform={`translate(${x} ${y}) scale(${side / size})`} d={path} shapeRendering="crispEdges" />
      {labelTexts(label).map(({ text, x: left, y: base, size: font, isBold }, at) => (
        <text key={at} x={left} y={base} fontSize={font} fontWeight={isBold ? 700 : 400}>
          {text}
        </text>
      ))}
    </g>
  )
}
