import { NO_NUMBER, percent } from '#shared/format/number'
import { recordsPath, signalsPath } from '#shared/qc/paths'
import type { QcOverview } from '#shared/qc/overview'
import { useText, type T } from '../../ui/useText'
import { Figure } from './Figure'
import { useQcRights } from './useQcRights'

/** How quality stands today. Each number leads to the list that it counts, the yield to the records that it is a share of. */
export function Quality({ qc }: { qc: QcOverview | undefined }) {
  const t = useText()
  const { mayRecords, maySignals, mayAnalyse } = useQcRights()
  const { businessDay, records, yield: share } = qc ?? {}
  const today = businessDay ? recordsPath({ businessDay, counted: '1' }) : undefined
  const day = businessDay?.slice(5)
  return (
    <ul className="dashboard-figures dashboard-quality" aria-label={t('dashboard.quality')} aria-busy={!qc}>
      {mayRecords && (
        <>
          <Figure label={t('dashboard.waitingForMe')} value={records?.waiting} href={recordsPath({ waiting: '1' })} />
          <Figure
            label={t('dashboard.overdue')}
            value={records?.overdue}
            isWatched
            href={recordsPath({ overdue: '1' })}
          />
        </>
      )}
      {maySignals && (
        <Figure
          label={t('dashboard.openSignals')}
          value={qc?.openSignals}
          isWatched
          href={signalsPath({ state: 'open' })}
        />
      )}
      {mayRecords && (
        <>
          <Figure
            label={t('dashboard.today')}
            value={records && (records.today ?? NO_NUMBER)}
            hint={day && t('dashboard.day', { day })}
            href={today}
          />
          <Figure
            label={t('dashboard.ngToday')}
            value={records && (records.ng ?? NO_NUMBER)}
            isWatched="ng"
            hint={day && t('dashboard.ngDay', { day })}
            href={businessDay ? recordsPath({ businessDay, counted: '1', judgement: 'NG' }) : undefined}
          />
        </>
      )}
      {mayAnalyse && (
        <Figure
          label={t('dashboard.yield')}
          value={qc && percent(share?.today.rate)}
          hint={share && yieldHint(t, share)}
          href={mayRecords ? today : undefined}
        />
      )}
    </ul>
  )
}

/** What the share is made of; those that are not judged yet have not passed, and are no failures either. */
function yieldHint(t: T, { today, week }: NonNullable<QcOverview['yield']>): string {
  const { passed, submitted, undecided } = today
  const hint = t('dashboard.yieldHint', { passed, submitted, week: percent(week.rate) })
  return undecided > 0 ? `${hint} · ${t('firstPass.undecided', { count: undecided })}` : hint
}
