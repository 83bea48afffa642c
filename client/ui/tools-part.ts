import type { ComponentType } from 'react'
import { loadArea, type Area } from '../stores/texts'
import { part, type Part } from './part'

const toolsTexts: Area = {
  zh: async () => (await import('#shared/i18n/tools-zh')).toolsZh,
  en: async () => (await import('#shared/i18n/tools-en')).toolsEn,
}

/** A page of the server's operation, whose words come with it: hardly anybody opens it. */
export const toolsPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Part<Props> =>
  part(async () => (await Promise.all([load(), loadArea(toolsTexts)]))[0])
