import { nameSchemas, z } from '../zod'
import { Id, Instant, name } from '../list/page'
import { FirstMoment } from '../list/moment'
import { ItemKey } from './template/schema'

/** A remark on a control chart: at the point of a record, or at the instant `at`. */
export const AnnotationInput = z
  .object({ itemKey: ItemKey, qcValueBaseId: Id.optional(), at: FirstMoment.optional(), text: name(500) })
  .refine(({ qcValueBaseId, at }) => qcValueBaseId !== undefined || at !== undefined, {
    path: ['at'],
    message: 'qcAnnotation.pointOrTime',
  })
export type AnnotationInput = z.infer<typeof AnnotationInput>

export const Annotation = z.object({
  annotationId: z.int(),
  itemKey: z.string(),
  /** The record of the annotated point; null for an instant. */
  qcValueBaseId: z.int().nullable(),
  at: Instant,
  text: z.string(),
  createBy: z.int(),
  createName: z.string(),
  createdAt: Instant,
})
export type Annotation = z.infer<typeof Annotation>

export const AnnotationQuery = z.object({ itemKey: ItemKey })
export const AnnotationIdParam = z.object({ annotationId: Id })

nameSchemas({ AnnotationInput, Annotation })
