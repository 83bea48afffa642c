import { useText } from '../../../ui/useText'

/** Which of several pages is shown. */
export function PageDots({ page, pages }: { page: number; pages: number }) {
  const t = useText()
  return <span className="wall-pages">{t('qcWall.page', { page: page + 1, pages })}</span>
}
