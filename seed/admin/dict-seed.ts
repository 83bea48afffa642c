import type { dictTones } from '#shared/admin/dictionary'

type Tone = (typeof dictTones)[number]
/** A value, what people call it, and the tone it is drawn in. */
type EntrySeed = [value: string, label: string, tone?: Tone | '', labelEn?: string]

export type DictSeed = {
  dictType: string
  dictName: string
  dictNameEn: string
  remark: string
  remarkEn: string
  entries: EntrySeed[]
}
