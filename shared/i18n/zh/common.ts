import { inLocale } from '../text'
import { commonTexts } from '../texts/common'

export const texts = inLocale(commonTexts, 'zh')
