import { inLocale } from '../text'
import { entryTexts } from '../texts/entry'

export const texts = inLocale(entryTexts, 'en')
