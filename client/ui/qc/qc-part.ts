import { loadArea, type Area } from '../../stores/texts'
import { loadMoreStyles, loadQcStyles } from '../app/app-styles'
import { part, type Part } from '../part'
import type { Load } from '../app/word-parts'

const qcTexts: Area = {
  zh: () => import('#shared/i18n/zh/qc'),
  en: () => import('#shared/i18n/en/qc'),
}

/** A part of quality control, whose words and styles come with it. */
export const qcPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(async () => {
    const [loaded] = await Promise.all([load(), loadArea(qcTexts), loadMoreStyles(), loadQcStyles()])
    return loaded
  })
