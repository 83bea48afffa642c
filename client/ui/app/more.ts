import { loadArea, type Area } from '../../stores/texts'
import { loadMoreStyles } from './app-styles'

const moreTexts: Area = {
  zh: () => import('#shared/i18n/zh/more'),
  en: () => import('#shared/i18n/en/more'),
}

/** Loads the styles and texts of dialogs, forms and all pages except the dashboard and lists. */
export const loadMore = async (): Promise<void> => void (await Promise.all([loadMoreStyles(), loadArea(moreTexts)]))

/** Loads code that needs {@link loadMore}. */
export async function withMore<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), loadMore()])
  return code
}
