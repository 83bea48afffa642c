import { inLocale } from '../text'
import { toolsTexts } from '../texts/tools'

export const texts = inLocale(toolsTexts, 'zh')
