import { inLocale } from '../text'
import { moreTexts } from '../texts/more'

export const texts = inLocale(moreTexts, 'en')
