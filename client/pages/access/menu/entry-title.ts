import type { Menu } from '#shared/access/menu'
import { settings } from '../../../stores/settings'
import { titleText } from '../../../stores/titles'
import { tr } from '../../../ui/useText'

/** The title of an entry in the operator's language, as in the sidebar. */
export const entryTitle = ({ title, titleEn }: Pick<Menu, 'title' | 'titleEn'>): string =>
  titleText({ title, titleEn }, tr, settings.locale)
