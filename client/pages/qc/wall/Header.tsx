import { MINUTE_MS } from '#shared/durations'
import { use } from 'react'
import type { BigScreen } from '#shared/qc/wall'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Mark } from './Mark'
import { useNow, type Freshness } from './live/useNow'
import { useWallTime, WallClock } from './live/wall-time'

/** A name of up to this many letters fits into one row; longer names are smaller, in two rows. */
const MAX_LETTERS = 14

/** A Chinese character is as wide as two letters. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0)

type HeaderProps = {
  screen: BigScreen
  freshness: Freshness
  /** The instant of the figures, in milliseconds of the server's clock. */
  asOf: number
  isConnected: boolean
  isAlone: boolean
}

/** The product line, the shift and its remaining time, the clock, and whether the figures are up to date. */
export function Header({ screen, freshness, asOf, isConnected, isAlone }: HeaderProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { time } = useWallTime()
  const Name = isAlone ? 'h1' : 'p'
  const { openSignals } = screen.kpi
  const name = localized(screen.product)
  const cause = t(isConnected ? 'qcWall.unread' : 'qcWall.stale', { time: time(asOf, 'second') })
  const lamp = openSignals > 0 ? 'WARN' : 'OK'
  return (
    <header className="row wall-header">
      <Name className="wall-line wall-clip" data-long={widthOf(name) > MAX_LETTERS}>
        {name}
      </Name>
      {screen.isScoped && <span className="wall-as-of wall-muted wall-small">{t('qcWall.scoped')}</span>}
      {freshness === 'live' ? (
        <>
          <Shift shift={screen.shift} businessDay={screen.businessDay} />
          <div className="row wall-lamp wall-tone" data-tone={lamp}>
            <Mark tone={lamp} size={26} />
            {openSignals > 0 ? t('qcWall.signals', { count: openSignals }) : t('qcWall.noSignals')}
          </div>
          <div className="row gap-12" data-tone={isConnected ? 'OK' : 'PENDING'}>
            <Mark tone={isConnected ? 'OK' : 'PENDING'} />
            <span>
              <span>{t(isConnected ? 'qcWall.live' : 'qcWall.connecting')}</span>
              <span className="wall-as-of wall-muted wall-small">
                {t('qcWall.asOf', { time: time(asOf, 'second') })}
              </span>
            </span>
          </div>
        </>
      ) : (
        <p className="row wall-stale" role="status">
          <Mark tone="WARN" size={30} />
          {freshness === 'late' ? cause : t('qcWall.old', { cause })}
        </p>
      )}
      <Clock />
    </header>
  )
}

/** The shift with its business day: after midnight a clock does not show that day. */
function Shift({ shift, businessDay }: Pick<BigScreen, 'shift' | 'businessDay'>) {
  const t = useText()
  const localized = useLocalizedName()
  const { skewMs } = use(WallClock)
  const day = <span className="wall-muted">{t('qcWall.day', { day: businessDay.slice(5) })}</span>
  const now = useNow(10_000) + skewMs
  if (!shift) {
    return (
      <p className="wall-shift">
        {t('qcWall.noShift')}
        {day}
      </p>
    )
  }
  const left = Math.max(0, Math.ceil((Date.parse(shift.endsAt) - now) / MINUTE_MS))
  return (
    <p className="wall-shift">
      {localized(shift)}
      {day}
      <span className="wall-muted">
        {t('qcWall.left', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
      </span>
    </p>
  )
}

function Clock() {
  const { skewMs } = use(WallClock)
  const { time } = useWallTime()
  const now = useNow(1000) + skewMs
  return (
    <p className="row baseline gap-16 wall-clock">
      <span className="wall-muted">{time(now, 'day')}</span>
      {time(now, 'second')}
    </p>
  )
}
