import { loadArea, type Area } from '../../stores/texts'
import { loadMoreStyles } from './app-styles'

const moreTexts: Area = {
  zh: () => import('#shared/i18n/zh/more'),
  en: () => import('#shared/i18n/en/more'),
}

/** Fetches the styles and words of dialogs, forms and all pages but the dashboard and lists. */
export const loadMore = async (): Promise<void> => void (await Promise.all([loadMoreStyles(), loadArea(moreTexts)]))

/** Fetches code that is drawn with {@link loadMore}. */
export async function withMore<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), loadMore()])
  return code
}
