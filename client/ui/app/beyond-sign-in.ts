import { settings } from '../../stores/settings'
import { loadAllTexts } from '../../stores/texts'
import { loadAppStyles } from './app-styles'
import { addDrawings } from '../icons/entry-icons'

/** Loads a part of the product beyond the sign-in form, with its texts, styles and icons. */
export async function beyondSignIn<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadAllTexts(settings.locale), loadAppStyles(), loadDrawings()])
  return part
}

const loadDrawings = async () => addDrawings((await import('../icons/icons')).icons)
