import { settings } from '../stores/settings'
import { loadAllTexts } from '../stores/texts'
import { loadAppStyles } from './app-styles'

/** Fetches a part of the product beyond the sign-in form, with the words and styles that such parts need. */
export async function beyondSignIn<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadAllTexts(settings.locale), loadAppStyles()])
  return part
}
