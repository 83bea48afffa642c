import type { Inspection } from '#shared/spc/sampling/inspection'
import type { TemplateItem } from '#shared/qc/template/schema'
import type { EnteredValue } from '../../../stores/qc/entered'

/** A record being entered, as both presentations draw and change it. */
export type Entry = {
  items: readonly TemplateItem[]
  values: readonly EnteredValue[]
  inspection: Inspection
  /** Changes one value, or makes it. */
  set: (itemKey: string, sampleNo: number, change: Partial<EnteredValue>) => void
}
