import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { Annotation } from '#shared/qc/annotation'
import { annotationApi } from '../../../../api/qc/annotation'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

/** An annotation with its number on the chart, and the index of its point. */
export type PlacedAnnotation = Annotation & { no: number; index: number }

const none: readonly Annotation[] = []

/** The annotations at the points of a chart, the earliest first. */
export function useAnnotations(itemKey: string, points: readonly SpcPoint[]): readonly PlacedAnnotation[] {
  const { data = none } = useQuery({
    queryKey: [ANALYSIS_KEY, 'annotation', itemKey],
    queryFn: ({ signal }) => annotationApi.list(itemKey, signal),
    retry: false,
  })
  return useMemo(
    () =>
      data
        .toReversed()
        .map((annotation) => ({ ...annotation, index: indexOf(annotation, points) }))
        .filter(({ index }) => index >= 0)
        .map((annotation, place) => ({ ...annotation, no: place + 1 })),
    [data, points],
  )
}

/**
 * The index of a record's point. For an instant, the index of the first point from then on; -1 if it is before all
 * points.
 */
function indexOf({ qcValueBaseId, at }: Annotation, points: readonly SpcPoint[]): number {
  if (qcValueBaseId !== null) return points.findIndex((point) => point.qcValueBaseId === qcValueBaseId)
  return points[0] && at >= points[0].at ? points.findIndex((point) => point.at >= at) : -1
}
