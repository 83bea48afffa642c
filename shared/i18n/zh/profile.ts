import { inLocale } from '../text'
import { profileTexts } from '../texts/profile'

export const texts = inLocale(profileTexts, 'zh')
