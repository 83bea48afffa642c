import type { ComponentType } from 'react'
import { loadArea, type Area } from '../stores/texts'
import { part, type Part } from './part'

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>

/** Fetches code and the words that it alone says, side by side: neither is drawn without the other. */
export async function withWords<Props extends object>(load: Load<Props>, words: Area) {
  const [code] = await Promise.all([load(), loadArea(words)])
  return code
}

const adminTexts: Area = {
  zh: async () => (await import('#shared/i18n/admin-zh')).adminZh,
  en: async () => (await import('#shared/i18n/admin-en')).adminEn,
}

const profileTexts: Area = {
  zh: async () => (await import('#shared/i18n/profile-zh')).profileZh,
  en: async () => (await import('#shared/i18n/profile-en')).profileEn,
}

const toolsTexts: Area = {
  zh: async () => (await import('#shared/i18n/tools-zh')).toolsZh,
  en: async () => (await import('#shared/i18n/tools-en')).toolsEn,
}

/** Words of what the frame opens now and then. */
export const frameTexts: Area = {
  zh: async () => (await import('#shared/i18n/frame-zh')).frameZh,
  en: async () => (await import('#shared/i18n/frame-en')).frameEn,
}

/** What the set-up page says of restoring. */
export const setupTexts: Area = {
  zh: async () => (await import('#shared/i18n/setup-zh')).setupZh,
  en: async () => (await import('#shared/i18n/setup-en')).setupEn,
}

/** What the page of the self-check alone says, beside the words of quality control. */
export const selfcheckTexts: Area = {
  zh: async () => (await import('#shared/i18n/qc-selfcheck-zh')).qcSelfcheckZh,
  en: async () => (await import('#shared/i18n/qc-selfcheck-en')).qcSelfcheckEn,
}

/** A page of administration, whose words come with it; that of roles has its own among those of every page. */
export const adminPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, adminTexts))

/** The page of one's own account. */
export const profilePart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, profileTexts))

/** A page of the server's operation. */
export const toolsPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(() => withWords(load, toolsTexts))
