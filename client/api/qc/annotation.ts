import type { Annotation, AnnotationInput } from '#shared/qc/annotation'
import type { z } from '#shared/zod'
import { read, request } from '../http'

const path = '/qc/annotation'

/** Remarks on control charts. */
export const annotationApi = {
  /** The remarks of one characteristic, the latest point first. */
  list: (itemKey: string, signal?: AbortSignal) => read<Annotation[]>(path, signal, { itemKey }),
  create: (input: z.input<typeof AnnotationInput>) => request<Annotation>('POST', path, { body: input }),
  remove: (annotationId: number) => request<null>('DELETE', `${path}/${annotationId}`),
}
