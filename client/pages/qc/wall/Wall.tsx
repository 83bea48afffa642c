import { useMemo } from 'react'
import { templateOf } from '#shared/qc/localized-name'
import type { BigScreen } from '#shared/qc/wall'
import { useText } from '../../../ui/useText'
import { Capability } from './Capability'
import { Carousel } from './Carousel'
import { Header } from './Header'
import { Hourly } from './Hourly'
import { Machines } from './Machines'
import { Pareto } from './Pareto'
import { Records } from './Records'
import { Tiles } from './Tiles'
import { useFreshness, useNow } from './live/useLive'
import type { WallState } from './live/live'
import { WallClock } from './live/wall-clock'
import { useCalled } from '../../../ui/qc/localized-name'

/** Pages of what has more than there is room for change this often, and so do the charts. */
const TURN_MS = 20_000

type WallProps = {
  state: WallState & { screen: BigScreen }
  /** It stands alone: its name is the title of the window. */
  isAlone: boolean
}

/** A product line at a glance, from three metres away: 1920 × 1080, whatever the screen. */
export function Wall({ state, isAlone }: WallProps) {
  const { screen, heardAt, skewMs, isConnected, newIds } = state
  const asOf = Math.max(Date.parse(screen.at), heardAt + skewMs)
  const freshness = useFreshness(heardAt)
  const now = useNow(10_000) + skewMs
  const { tz } = screen.product
  const clock = useMemo(() => ({ tz, skewMs }), [tz, skewMs])
  return (
    <WallClock value={clock}>
      <div className="wall-grid" data-freshness={freshness}>
        <Header {...{ screen, freshness, asOf, isConnected, isAlone }} />
        <Tiles kpi={screen.kpi} now={now} />
        <div className="wall-side">
          <Hourly hours={screen.hours} />
          <Pareto of={screen.pareto} turnMs={TURN_MS} />
        </div>
        <Carousel charts={screen.charts} turnMs={TURN_MS} now={now} />
        <Records records={screen.records} newIds={newIds} now={now} />
        <Capability cells={screen.capability} turnMs={TURN_MS} />
        <Machines machines={screen.equipment} turnMs={TURN_MS} now={now} />
      </div>
      <News records={screen.records} newIds={newIds} />
    </WallClock>
  )
}

type NewsProps = Pick<BigScreen, 'records'> & Pick<WallState, 'newIds'>

/** Reads out records that come in: those not in order at once. */
function News({ records, newIds }: NewsProps) {
  const t = useText()
  const called = useCalled()
  const fresh = records.filter(({ qcValueBaseId }) => newIds.has(qcValueBaseId))
  const announcementOf = (record: BigScreen['records'][number] | undefined) =>
    record &&
    t('qcWall.news', {
      record: record.recordNo,
      template: called(templateOf(record)),
      verdict: t(`qc.judgement.${record.judgement}`),
    })
  return (
    <div className="sr-only">
      <p aria-live="assertive">{announcementOf(fresh.find(({ judgement }) => judgement === 'NG'))}</p>
      <p aria-live="polite">{announcementOf(fresh.find(({ judgement }) => judgement !== 'NG'))}</p>
    </div>
  )
}
