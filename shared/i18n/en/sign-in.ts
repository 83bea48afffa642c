import { inLocale } from '../text'
import { signInTexts } from '../texts/sign-in'

export const texts = inLocale(signInTexts, 'en')
