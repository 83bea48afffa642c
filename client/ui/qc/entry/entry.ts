import type { Inspection } from '#shared/spc/sampling/inspection'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { EnteredPhoto, EnteredValue } from '../../../stores/qc/entered'

/** A record being entered, as both presentations draw and change it. */
export type Entry = {
  items: readonly TemplateItem[]
  values: readonly EnteredValue[]
  inspection: Inspection
  /** Changes one value, or makes it. */
  set: (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => void
  /** Of its items, and of the record as a whole. */
  photos: readonly EnteredPhoto[]
  setPhotos: SetPhotos
}

/** Changes the photos, as they are by then: what is taken arrives later. */
export type SetPhotos = (update: (photos: readonly EnteredPhoto[]) => readonly EnteredPhoto[]) => void
