import { useEffect, useMemo, useState } from 'react'
import { templateOf } from '#shared/qc/localized-name'
import type { BigScreen } from '#shared/qc/wall'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Capability } from './Capability'
import { Carousel } from './Carousel'
import { Header } from './Header'
import { Hourly } from './Hourly'
import { Machines } from './Machines'
import { Pareto } from './Pareto'
import { Records } from './Records'
import { Tiles } from './Tiles'
import { useFreshness, useNow } from './live/useNow'
import { WallClock } from './live/wall-time'
import { initialState, watchWall, type WallSource, type WallState } from './live/watch-wall'

/** The interval at which long lists turn their pages, and the carousel its charts. */
const TURN_MS = 20_000

type WallProps = {
  /** A new source starts again. */
  source: WallSource
  /** True if the wall is the whole window: its name is then the title of the document. */
  isAlone: boolean
}

/** The wall of a source, kept up to date. */
export function Wall({ source, isAlone }: WallProps) {
  const t = useText()
  const [state, setState] = useState(initialState)
  useEffect(() => watchWall(source, (change) => setState((before) => ({ ...before, ...change }))), [source])
  const { screen } = state
  return screen ? (
    <Screen state={state} screen={screen} isAlone={isAlone} />
  ) : (
    <p className="stack middle center wall-message wall-muted" role="status">
      {t('qcWall.connecting')}
    </p>
  )
}

type ScreenProps = { state: WallState; screen: BigScreen; isAlone: boolean }

/** A product line for viewing from three metres: 1920 × 1080 on any screen. */
function Screen({ state: { figuresAt, skewMs, isConnected, newIds }, screen, isAlone }: ScreenProps) {
  const asOf = figuresAt + skewMs
  const freshness = useFreshness(figuresAt)
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
          <Pareto pareto={screen.pareto} turnMs={TURN_MS} />
        </div>
        <Carousel charts={screen.charts} turnMs={TURN_MS} now={now} />
        <Records records={screen.records} newIds={newIds} now={now} />
        <Capability items={screen.capability} turnMs={TURN_MS} />
        <Machines machines={screen.equipment} turnMs={TURN_MS} now={now} />
      </div>
      <Announcements records={screen.records.filter(({ qcValueBaseId }) => newIds.has(qcValueBaseId))} />
    </WallClock>
  )
}

/** Reads out new records; an NG record at once. */
function Announcements({ records }: Pick<BigScreen, 'records'>) {
  const t = useText()
  const localized = useLocalizedName()
  const sentence = (record: BigScreen['records'][number] | undefined) =>
    record &&
    t('qcWall.news', {
      record: record.recordNo,
      template: localized(templateOf(record)),
      verdict: t(`qc.judgement.${record.judgement}`),
    })
  return (
    <div className="sr-only">
      <p aria-live="assertive">{sentence(records.find(({ judgement }) => judgement === 'NG'))}</p>
      <p aria-live="polite">{sentence(records.find(({ judgement }) => judgement !== 'NG'))}</p>
    </div>
  )
}
