import { loadArea, type Area } from '../../stores/texts'
import { part, type Drawable, type Part } from '../part'
import { loadMore } from './more'

export type Load<Props extends object> = () => Promise<{ default: Drawable<Props> }>

/** Loads code, its own texts, and styles in parallel: it is drawn only with all of them. */
export async function withWords<Code>(load: () => Promise<Code>, words: Area): Promise<Code> {
  const [code] = await Promise.all([load(), loadArea(words), loadMore()])
  return code
}

const adminTexts: Area = {
  zh: () => import('#shared/i18n/zh/admin'),
  en: () => import('#shared/i18n/en/admin'),
}

const profileTexts: Area = {
  zh: () => import('#shared/i18n/zh/profile'),
  en: () => import('#shared/i18n/en/profile'),
}

const toolsTexts: Area = {
  zh: () => import('#shared/i18n/zh/tools'),
  en: () => import('#shared/i18n/en/tools'),
}

/** Texts of parts that the frame opens only sometimes. */
export const frameTexts: Area = {
  zh: () => import('#shared/i18n/zh/frame'),
  en: () => import('#shared/i18n/en/frame'),
}

/** Texts of a QR code, and of the phone that scans it. */
export const qrTexts: Area = {
  zh: () => import('#shared/i18n/zh/qr'),
  en: () => import('#shared/i18n/en/qr'),
}

/** Texts of the sign-in form. */
export const signInTexts: Area = {
  zh: () => import('#shared/i18n/zh/sign-in'),
  en: () => import('#shared/i18n/en/sign-in'),
}

/** Texts of the dialogs of saved views. */
export const viewTexts: Area = {
  zh: () => import('#shared/i18n/zh/view'),
  en: () => import('#shared/i18n/en/view'),
}

/** Texts of API tokens, and of the page for developers. */
export const apiTokenTexts: Area = {
  zh: () => import('#shared/i18n/zh/api-token'),
  en: () => import('#shared/i18n/en/api-token'),
}

/** Texts of the self-check page only. The texts of quality control are separate. */
export const selfcheckTexts: Area = {
  zh: () => import('#shared/i18n/zh/qc-selfcheck'),
  en: () => import('#shared/i18n/en/qc-selfcheck'),
}

/** A page of administration with its texts. The texts of the page of roles are among those of every page. */
export const adminPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, adminTexts))

/** The page of the operator's own account. */
export const profilePart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, profileTexts))

/** A page about the server's operation. */
export const toolsPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, toolsTexts))
