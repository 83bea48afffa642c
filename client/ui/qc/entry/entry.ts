import type { Inspection } from '#shared/spc/sampling/inspection'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { EnteredPhoto, EnteredValue } from '../../../stores/qc/entered'

/** A record during entry, as both views draw and change it. */
export type Entry = {
  items: readonly TemplateItem[]
  values: readonly EnteredValue[]
  inspection: Inspection
  /** Changes one value, or adds it. */
  set: (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => void
  /** The photos of its items and of the record as a whole. */
  photos: readonly EnteredPhoto[]
  setPhotos: SetPhotos
}

/** Updates the present photos: photos arrive with a delay. False if the record is no longer entered here. */
export type SetPhotos = (update: (photos: readonly EnteredPhoto[]) => readonly EnteredPhoto[]) => boolean
