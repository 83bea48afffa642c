import type { dictTones } from '#shared/admin/dictionary'

type Tone = (typeof dictTones)[number]
/** A value, its label, and its tone. */
type EntrySeed = [value: string, label: string, tone?: Tone | '', labelEn?: string]

/** A text in Chinese and in English. */
export type Words = readonly [zh: string, en: string]

export type DictSeed = {
  dictType: string
  name: Words
  remark: Words
  entries: EntrySeed[]
}
