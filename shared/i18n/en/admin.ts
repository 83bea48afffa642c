import { inLocale } from '../text'
import { adminTexts } from '../texts/admin'

export const texts = inLocale(adminTexts, 'en')
