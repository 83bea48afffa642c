import type { dictTones } from '#shared/admin/dictionary'

type Tone = (typeof dictTones)[number]
/** A value, what people call it, and the tone it is drawn in. */
type EntrySeed = [value: string, label: string, tone?: Tone | '', labelEn?: string]

/** A text in Chinese and in English. */
export type Words = readonly [zh: string, en: string]

export type DictSeed = {
  dictType: string
  name: Words
  remark: Words
  entries: EntrySeed[]
}
