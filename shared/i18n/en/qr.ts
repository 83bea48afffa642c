import { inLocale } from '../text'
import { qrTexts } from '../texts/qr'

export const texts = inLocale(qrTexts, 'en')
