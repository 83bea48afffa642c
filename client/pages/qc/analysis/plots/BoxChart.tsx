import { grouped } from '#shared/format/number'
import type { Grouping } from '#shared/qc/analysis/kinds'
import type { BoxAnswer } from '#shared/qc/analysis/schema'
import { MIN_FOR_BOX } from '#shared/spc/charts/box'
import { localizedNameNow, useLocalizedName } from '../../../../ui/qc/localized-name'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import { limitText, inUnit } from '../tabs/figures'
import { BottomAxis, bottomTicks, UprightLine, type LineKind } from './Axes'
import { Drawing, useArea } from './Drawing'
import { Chart } from '../../../../ui/chart/Chart'
import { widthOf } from '../../../../ui/chart/labels'
import { linear, spanOf } from '../../../../ui/chart/scale'

type Box = BoxAnswer['boxes'][number]

/** The height of a group in pixels; many groups are closer together. */
const rowHeightOf = (groups: number) => (groups > 20 ? 32 : 46)
const HALF = 9

/** A box plot of each group, one below the other: half of the values in the box, most between the whiskers. */
export function BoxChart({ of: answer, title, summary }: { of: BoxAnswer; title: string; summary: string }) {
  const t = useText()
  const { boxes } = answer
  const left = Math.min(150, 40 + Math.max(...boxes.map((box) => widthOf(groupName(t, answer.by, box)))))
  return (
    <Chart
      name="compare"
      title={title}
      summary={summary}
      height={boxes.length * rowHeightOf(boxes.length) + 74}
      drawing={
        <Drawing margin={{ top: 30, right: 24, bottom: 44, left }}>
          <Boxes of={answer} />
        </Drawing>
      }
    />
  )
}

function Boxes({ of: answer }: { of: BoxAnswer }) {
  const area = useArea()
  const t = useText()
  const localized = useLocalizedName()
  const { item, boxes, lsl, usl, target } = answer
  const { left, right, top } = area
  const row = rowHeightOf(boxes.length)
  const across = spanOf([...boxes.flatMap(({ low, high, outliers }) => [low, high, ...outliers]), lsl, usl], 0.04)
  const x = linear(across, [left, right])
  const { write, round, unit } = valueFiguresOf(item)
  const lines: [LineKind, number | null, string][] = [
    ['target', target, t('qcAnalysis.target')],
    ['limit', lsl, 'LSL'],
    ['limit', usl, 'USL'],
  ]
  const tipOf = (box: Box) =>
    [
      `${groupName(t, answer.by, box)} (n = ${grouped(box.n)})`,
      `${t('qcAnalysis.box.median')} ${write(box.median)}`,
      `${t('qcAnalysis.box.quartiles')} ${write(box.q1)} – ${write(box.q3)}`,
      `${t('qcRecord.mean')} ${write(box.mean)}`,
    ].join('\n')
  return (
    <>
      <BottomAxis
        area={area}
        at={x}
        ticks={bottomTicks(across, right - left, round)}
        title={inUnit(localized(item), unit)}
      />
      {lines.map(
        ([kind, value, name]) =>
          value !== null &&
          value >= across[0] &&
          value <= across[1] && (
            <UprightLine
              key={name}
              area={area}
              at={x(value)}
              kind={kind}
              label={`${name} ${round(value, limitText(value))}`}
            />
          ),
      )}
      {boxes.map((box, index) => {
        const y = top + row * (index + 0.5)
        return (
          <g key={box.key} data-tip={tipOf(box)}>
            <rect className="plot-target" x={left} width={right - left} y={y - row / 2} height={row} />
            <g className="plot-names">
              <text x={left - 10} y={y - 1} textAnchor="end">
                {shortened(groupName(t, answer.by, box))}
              </text>
              <text className="plot-count" x={left - 10} y={y + 14} textAnchor="end">
                n = {grouped(box.n)}
              </text>
            </g>
            {box.n >= MIN_FOR_BOX && (
              <>
                <line className="plot-whisker" x1={x(box.low)} x2={x(box.high)} y1={y} y2={y} />
                <line className="plot-whisker" x1={x(box.low)} x2={x(box.low)} y1={y - 5} y2={y + 5} />
                <line className="plot-whisker" x1={x(box.high)} x2={x(box.high)} y1={y - 5} y2={y + 5} />
                <rect
                  className="plot-bar"
                  x={x(box.q1)}
                  width={Math.max(1, x(box.q3) - x(box.q1))}
                  y={y - HALF}
                  height={HALF * 2}
                />
                <line className="plot-median" x1={x(box.median)} x2={x(box.median)} y1={y - HALF} y2={y + HALF} />
                <path className="plot-mean" d={`M${x(box.mean)} ${y - 4}l4 4-4 4-4-4z`} />
              </>
            )}
            {outermost(box.outliers, boxes.length).map((value, index) => (
              <circle
                key={index}
                className={box.n < MIN_FOR_BOX ? 'plot-dot' : 'plot-outlier'}
                cx={x(value)}
                cy={y}
                r={box.n < MIN_FOR_BOX ? 4 : 2.5}
              />
            ))}
          </g>
        )
      })}
    </>
  )
}

/** The name of a group in the operator's language; pieces have numbers instead. */
export function groupName(t: T, by: Grouping, { label, labelEn }: Box): string {
  return by === 'sample' ? t('qcAnalysis.piece', { no: label }) : localizedNameNow({ name: label, nameEn: labelEn })
}

/** The maximum number of drawn outliers: more would be slow, and indistinguishable. */
const MAX_DOTS = 1200

/** The furthest outliers on either side, up to the number per box. */
function outermost(outliers: readonly number[], boxes: number): readonly number[] {
  const half = Math.max(3, Math.floor(MAX_DOTS / boxes / 2))
  return outliers.length <= 2 * half ? outliers : [...outliers.slice(0, half), ...outliers.slice(-half)]
}

/** A name cut to the space before the boxes; the table has the whole name. */
function shortened(name: string): string {
  if (widthOf(name) <= 116) return name
  let text = ''
  for (const letter of name) {
    if (widthOf(text + letter) > 108) break
    text += letter
  }
  return `${text}…`
}
