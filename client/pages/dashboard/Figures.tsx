import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { NO_NUMBER, percent } from '#shared/format/number'
import { recordsPath, signalsPath } from '#shared/qc/paths'
import type { QcOverview } from '#shared/qc/overview'
import type { Overview } from '#shared/access/operator'
import { across } from '../../ui/chart/across'
import { linear, spanOf } from '../../ui/chart/scale'
import { Icon } from '../../ui/icons/Icon'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { useText, type T } from '../../ui/useText'
import { useAllowed } from '../../ui/Allow'
import { Time } from '../../ui/time'

type FigureProps = {
  label: string
  /** Undefined while loading. */
  value: ReactNode
  hint?: ReactNode
  /** The list of the counted records. */
  href?: string | undefined
  /** Highlights a figure above 0; `ng` in the colour of NG. */
  isWatched?: boolean | 'ng'
  /** True if it misses its target. */
  isBelow?: boolean
  trend?: SmallTrendProps | undefined
}

/** One figure of the dashboard. */
function Figure({ label, value, hint, href, isWatched, isBelow, trend }: FigureProps) {
  const isComing = value === undefined
  const warns = isBelow || (isWatched && typeof value === 'number' && value > 0 && isWatched)
  return (
    <li className="figure card">
      <span className="figure-label">
        {href ? (
          <Link href={href} className="figure-link">
            {label}
            <Icon name="chevron-right" />
          </Link>
        ) : (
          label
        )}
      </span>
      <span className="split">
        <span className="figure-value" data-warns={warns}>
          {isComing ? <Skeleton width="3em" height="0.8em" /> : value}
        </span>
        {trend && <SmallTrend {...trend} />}
      </span>
      <span className="figure-hint">{isComing ? <Skeleton width="6em" /> : hint}</span>
    </li>
  )
}

type SmallTrendProps = {
  /** The last business days, the newest last; null for a day without records. */
  values: readonly (number | null)[]
  target?: number | null
  label: string
}

const trendSize = { width: 56, height: 24 }

/** A line of the last days beside the last figure, without a scale. */
function SmallTrend({ values, target = null, label }: SmallTrendProps) {
  const y = linear(spanOf([...values, target], 0), [trendSize.height - 4, 4])
  const { x, line } = across(values.length, [4, trendSize.width - 4], y)
  const last = values.at(-1) ?? null
  return (
    <svg
      className="figure-trend"
      {...trendSize}
      viewBox={`0 0 ${trendSize.width} ${trendSize.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {target !== null && <path className="figure-target" d={`M0 ${y(target)}H${trendSize.width}`} />}
      <path d={line(values)} />
      {last !== null && <circle cx={x(values.length - 1)} cy={y(last)} r="2.5" />}
    </svg>
  )
}

/** Today's quality. Each number leads to the list that it counts, the yield to the records in its denominator. */
export function Quality({ qc }: { qc: QcOverview | undefined }) {
  const t = useText()
  const { mayRecords, maySignals, mayAnalyse } = useQcRights()
  const { businessDay, records, newestSignal, yield: share } = qc ?? {}
  const today = businessDay ? recordsPath({ businessDay, counted: '1' }) : undefined
  const day = businessDay?.slice(5)
  const trendOf = (values: SmallTrendProps['values'] | undefined, write: (value: number | null) => string | number) =>
    values && {
      values,
      label: t('dashboard.trend', { count: values.length, values: values.map(write).join(', ') }),
    }
  const countOf = (value: number | null) => value ?? NO_NUMBER
  return (
    <ul className="grid gap-12 dashboard-figures dashboard-quality" aria-label={t('dashboard.quality')} aria-busy={!qc}>
      {mayRecords && (
        <>
          <Figure
            label={t('dashboard.waitingForMe')}
            value={records?.waiting}
            hint={<Since words={t('dashboard.oldest')} at={records?.waitingFirst[0]?.waitingSince} />}
            href={recordsPath({ waiting: '1' })}
          />
          <Figure
            label={t('dashboard.overdue')}
            value={records?.overdue}
            hint={t('dashboard.overdueHint')}
            isWatched
            href={recordsPath({ overdue: '1' })}
          />
        </>
      )}
      {maySignals && (
        <Figure
          label={t('dashboard.openSignals')}
          value={qc?.openSignals}
          hint={<Since words={t('dashboard.newest')} at={newestSignal?.detectedAt} />}
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
            trend={trendOf(
              share?.days.map(({ submitted }) => submitted),
              countOf,
            )}
            href={today}
          />
          <Figure
            label={t('dashboard.ngToday')}
            value={records && (records.ng ?? NO_NUMBER)}
            isWatched="ng"
            hint={day && t('dashboard.ngDay', { day })}
            trend={trendOf(
              share?.days.map(({ ng }) => ng),
              countOf,
            )}
            href={businessDay ? recordsPath({ businessDay, counted: '1', judgement: 'NG' }) : undefined}
          />
        </>
      )}
      {mayAnalyse && (
        <Figure
          label={t('dashboard.yield')}
          value={qc && percent(share?.today.rate)}
          hint={share && yieldHint(t, share)}
          isBelow={isBelowTarget(share)}
          trend={
            share && {
              ...trendOf(
                share.days.map(({ rate }) => rate),
                percent,
              )!,
              target: share.target,
            }
          }
          href={mayRecords ? today : undefined}
        />
      )}
    </ul>
  )
}

const isBelowTarget = (share: QcOverview['yield']): boolean => {
  const { target, today } = share ?? {}
  return typeof target === 'number' && typeof today?.rate === 'number' && today.rate < target
}

/** The time since an event; nothing if there was none. */
const Since = ({ words, at }: { words: string; at: string | null | undefined }) =>
  at ? (
    <>
      {words} <Time value={at} relative />
    </>
  ) : null

/** The parts of the yield. Undecided records count neither as passed nor as failed. */
function yieldHint(t: T, { today, week, target }: NonNullable<QcOverview['yield']>): string {
  const { passed, submitted, undecided } = today
  return [
    t('dashboard.yieldHint', { passed, submitted, week: percent(week.rate) }),
    ...(target === null ? [] : [t('dashboard.target', { target: percent(target) })]),
    ...(undecided > 0 ? [t('firstPass.undecided', { count: undecided })] : []),
  ].join(' · ')
}

/** The number of users and roles, and the operator's own sessions. */
export function People({ of: data }: { of: Overview | undefined }) {
  const t = useText()
  const { roles, users, openSessions } = data ?? {}
  // Their space is reserved while they load, so that nothing moves.
  const areRolesComing = useAllowed(['admin:sysRole:list']) && !data
  const areUsersComing = useAllowed(['admin:sysUser:list']) && !data
  const areSessionsComing = useAllowed(['admin:sysSession:list']) && !data
  return (
    <ul className="grid gap-12 dashboard-figures" aria-label={t('dashboard.figures')} aria-busy={!data}>
      {(roles || areRolesComing) && (
        <Figure
          label={t('record.roles')}
          value={roles?.total}
          hint={roles && t('dashboard.enabled', { enabled: roles.enabled })}
          href="/admin/sys-role"
        />
      )}
      {(users || areUsersComing) && (
        <Figure
          label={t('dashboard.users')}
          value={users?.total}
          hint={users && t('dashboard.enabled', { enabled: users.enabled })}
          href="/admin/sys-user"
        />
      )}
      {(openSessions !== undefined || areSessionsComing) && (
        <Figure
          label={t('dashboard.openSessions')}
          value={openSessions}
          hint={t('dashboard.openSessionsHint')}
          href="/admin/sys-session"
        />
      )}
      <Figure label={t('dashboard.ownSessions')} value={data?.ownSessions} hint={t('dashboard.ownSessionsHint')} />
      <Figure
        label={t('dashboard.lastSignIn')}
        value={data && <Time value={data.lastSignInAt} />}
        hint={data?.lastSignInAt === null ? t('dashboard.firstSignIn') : undefined}
      />
    </ul>
  )
}

/** The operator's rights in quality control, known before the server answers. */
export function useQcRights() {
  const mayRecords = useAllowed(['qc:record:list'])
  const maySignals = useAllowed(['qc:signal:list'])
  const mayAnalyse = useAllowed(['qc:analysis:list'])
  return { mayRecords, maySignals, mayAnalyse, mayAny: mayRecords || maySignals || mayAnalyse }
}
