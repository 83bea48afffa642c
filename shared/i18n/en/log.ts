import { inLocale } from '../text'
import { logTexts } from '../texts/log'

export const texts = inLocale(logTexts, 'en')
