import { useEffect } from 'react'
import { titleText, type Title } from '../stores/titles'
import { useAppName } from '../ui/app/useAppName'
import { useLocale, useText } from '../ui/useText'
import { documentTitle } from './routing/guard'

/** Names the window after the page and the application. */
export function useDocumentTitle(page: Title | undefined): void {
  const t = useText()
  const locale = useLocale()
  const app = useAppName()
  const title = documentTitle(page ? titleText(page, t, locale) : '', app)
  useEffect(() => {
    document.title = title
  }, [title])
}
