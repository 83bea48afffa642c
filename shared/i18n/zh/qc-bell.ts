import { inLocale } from '../text'
import { qcBellTexts } from '../texts/qc-bell'

export const texts = inLocale(qcBellTexts, 'zh')
