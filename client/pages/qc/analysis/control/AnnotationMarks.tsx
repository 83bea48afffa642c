import { memo } from 'react'
import type { PlacedAnnotation } from '../annotations/useAnnotations'
import type { XAxis } from './axes'

type AnnotationMarksProps = { annotations: readonly PlacedAnnotation[]; xAxis: XAxis; top: number; bottom: number }

/** The numbers of the annotations at the top of the chart, each with a line to its point. */
export const AnnotationMarks = memo(function AnnotationMarks(props: AnnotationMarksProps) {
  const { annotations, xAxis, top, bottom } = props
  const { span, x } = xAxis
  const visible = annotations.filter(({ index }) => index >= span[0] && index <= span[1])
  return visible.map(({ annotationId, no, index, text }) => (
    <g key={annotationId} className="spc-annotation">
      <title>{text}</title>
      <line x1={x(index)} x2={x(index)} y1={top} y2={bottom} />
      <circle cx={x(index)} cy={top} r="8" />
      <text x={x(index)} y={top + 4} textAnchor="middle">
        {no}
      </text>
    </g>
  ))
})
