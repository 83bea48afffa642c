import { nameSchemas, z } from '../../zod'
import { Id, Instant } from '../../list/page'
import { ItemKey } from '../template/schema'
import { photoTypeNames } from './photo-limits'

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['9f3c0e4b7d215a889f3c0e4b7d215a889f3c0e4b7d215a889f3c0e4b7d215a88'] })

/** A photo of an item, or of the whole record, by the hash from the answer to its upload. */
export const PhotoInput = z.object({ itemKey: ItemKey.nullish(), sha256: Sha256 })
export type PhotoInput = z.infer<typeof PhotoInput>

/** An upload. It becomes part of a record when the record is saved with it. */
export const UploadedPhoto = z.object({
  photoId: z.int(),
  /** Of the stored file, without its metadata. */
  sha256: z.string(),
  mediaType: z.enum(photoTypeNames),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
})
export type UploadedPhoto = z.infer<typeof UploadedPhoto>

export const RecordPhoto = UploadedPhoto.extend({
  /** Null: of the whole record. */
  itemKey: z.string().nullable(),
  addedBy: z.int(),
  addedAt: Instant,
})
export type RecordPhoto = z.infer<typeof RecordPhoto>

export const PhotoIdParam = z.object({ photoId: Id })

nameSchemas({ PhotoInput, UploadedPhoto, RecordPhoto })
