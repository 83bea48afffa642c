import { inLocale } from '../text'
import { apiTokenTexts } from '../texts/api-token'

export const texts = inLocale(apiTokenTexts, 'zh')
