import { dialogPart } from '../../ui/overlay/Dialog'
import { part } from '../../ui/part'
import { frameTexts, withWords } from '../../ui/app/word-parts'
import type { Overlay } from './overlay'

/** The components that `overlay` opens. */
export const overlayParts = {
  search: part(() => withWords(() => import('../search/Palette'), frameTexts)),
  keys: dialogPart(() => withWords(() => import('./KeyList'), frameTexts)),
} satisfies Record<Overlay, unknown>
