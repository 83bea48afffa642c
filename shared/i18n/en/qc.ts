import { inLocale } from '../text'
import { qcTexts } from '../texts/qc'

export const texts = inLocale(qcTexts, 'en')
