import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../stores/app-info'
import { titleText, type Title } from '../stores/titles'
import { useLocale, useText } from '../ui/useText'
import { documentTitle } from './guard'

/** Names the window after the page and the application. */
export function useDocumentTitle(page: Title | undefined): void {
  const t = useText()
  const locale = useLocale()
  const app = useSnapshot(appInfo).name || t('app.defaultName')
  const title = documentTitle(page ? titleText(page, t, locale) : '', app)
  useEffect(() => {
    document.title = title
  }, [title])
}
