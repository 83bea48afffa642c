import { inLocale } from '../text'
import { viewTexts } from '../texts/view'

export const texts = inLocale(viewTexts, 'en')
