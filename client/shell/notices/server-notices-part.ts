import { part } from '../../ui/part'
import { frameTexts, withWords } from '../../ui/app/word-parts'

export const ServerNotices = part(() => withWords(() => import('./ServerNotices'), frameTexts))
