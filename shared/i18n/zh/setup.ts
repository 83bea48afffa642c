import { inLocale } from '../text'
import { setupTexts } from '../texts/setup'

export const texts = inLocale(setupTexts, 'zh')
