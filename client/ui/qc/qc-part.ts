import { loadArea, type Area } from '../../stores/texts'
import { loadQcStyles } from '../app/app-styles'
import { part, type Part } from '../part'
import type { Load } from '../word-parts'

const qcTexts: Area = {
  zh: async () => (await import('#shared/i18n/zh/qc')).qcZh,
  en: async () => (await import('#shared/i18n/en/qc')).qcEn,
}

/** A part of quality control, whose words and styles come with it. */
export const qcPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(async () => {
    const [loaded] = await Promise.all([load(), loadArea(qcTexts), loadQcStyles()])
    return loaded
  })
