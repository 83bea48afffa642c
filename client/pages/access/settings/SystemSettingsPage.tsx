import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { part } from '../../../ui/part'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { settingsQuery } from './query'
import './system-settings.css'

const Sections = part(() => import('./Sections'))

/** The name and the rules of the installation; for everyone. */
export default function SystemSettingsPage() {
  const t = useText()
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <section className="sys-set">
      <PageHead title={t('sysSet.title')} intro={t('sysSet.intro')} />
      {data ? (
        <Sections {...data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </section>
  )
}
