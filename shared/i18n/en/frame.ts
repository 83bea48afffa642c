import { inLocale } from '../text'
import { frameTexts } from '../texts/frame'

export const texts = inLocale(frameTexts, 'en')
