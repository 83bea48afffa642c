import { inLocale } from '../text'
import { qcSelfcheckTexts } from '../texts/qc-selfcheck'

export const texts = inLocale(qcSelfcheckTexts, 'en')
