import type { Menu } from '#shared/access/menu'
import { settings } from '../../../stores/settings'
import { titleText } from '../../../stores/titles'
import { tr } from '../../../ui/useText'

/** What an entry is called in the operator's language, as the sidebar has it. */
export const entryTitle = ({ title, titleEn }: Pick<Menu, 'title' | 'titleEn'>): string =>
  titleText({ title, titleEn }, tr, settings.locale)
