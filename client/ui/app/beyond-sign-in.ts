import { settings } from '../../stores/settings'
import { loadAllTexts } from '../../stores/texts'
import { loadAppStyles } from './app-styles'
import { addDrawings } from '../icons/entry-icons'

/** Fetches a part of the product beyond the sign-in form, with the words, styles and drawings that such parts need. */
export async function beyondSignIn<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadAllTexts(settings.locale), loadAppStyles(), loadDrawings()])
  return part
}

const loadDrawings = async () => addDrawings((await import('../icons/icons')).icons)
