import { Link } from 'wouter'
import { TEMPLATES_PATH } from '#shared/qc/paths'
import { useAllowed } from '../../ui/Allow'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { useText } from '../../ui/useText'

const PRODUCTS_PATH = '/caliper/product'

/** Nothing was recorded yet: what to begin with. */
export function Beginning({ hasLine }: { hasLine: boolean }) {
  const t = useText()
  const mayAddLine = useAllowed(['qc:product:add'])
  const mayAddTemplate = useAllowed(['qc:template:add'])
  const mayBegin = hasLine ? mayAddTemplate : mayAddLine
  return (
    <EmptyState
      icon="chart"
      text={t('dashboard.nothing')}
      action={
        mayBegin && (
          <Link href={hasLine ? TEMPLATES_PATH : PRODUCTS_PATH} className="button button-primary">
            {t('dashboard.setUp')}
          </Link>
        )
      }
    />
  )
}
