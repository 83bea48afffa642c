import type { ReactNode } from 'react'
import { percent } from '#shared/format/number'
import { templateOf } from '#shared/qc/localized-name'
import type { Judgement } from '#shared/qc/constants'
import type { BigScreenKpi } from '#shared/qc/wall'
import { bandOf, indexText } from '#shared/spc/capability/terms'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { capabilityTone } from '../../../ui/qc/bands'
import { Mark } from './Mark'
import { useAge } from './live/wall-time'

/** The six figures of the day. A figure with a target is coloured by it; the others are not coloured. */
export function Tiles({ kpi, now }: { kpi: BigScreenKpi; now: number }) {
  const t = useText()
  const localized = useLocalizedName()
  const age = useAge(now)
  const { yieldToday, yieldWeek, lowestIndex, recordsUsual } = kpi
  const undecided = kpi.undecidedToday > 0 && t('firstPass.undecided', { count: kpi.undecidedToday })
  const isBelow = yieldToday !== null && yieldWeek !== null && yieldToday < yieldWeek
  return (
    <div className="wall-tiles">
      <Tile
        name={t('qcWall.recordsToday')}
        figure={kpi.recordsToday}
        note={recordsUsual === null ? t('qcWall.noUsual') : t('qcWall.usual', { count: Math.round(recordsUsual) })}
      />
      <Tile
        name={t('qcWall.yieldToday')}
        figure={<Percentage rate={yieldToday} />}
        tone={yieldToday === null || yieldWeek === null ? undefined : isBelow ? 'WARN' : 'OK'}
        note={[undecided, t('qcWall.yieldWeek', { rate: percent(yieldWeek, undecided ? 0 : 1) })]
          .filter(Boolean)
          .join(' · ')}
      />
      <Tile
        name={t('qcWall.ngToday')}
        figure={kpi.ngToday}
        tone={kpi.ngToday > 0 ? 'NG' : 'OK'}
        note={t('qcWall.ofRecords', { count: kpi.recordsToday })}
      />
      <Tile
        name={t('qcWall.openSignals')}
        figure={kpi.openSignals}
        tone={kpi.openSignals > 0 ? 'WARN' : 'OK'}
        note={kpi.oldestSignalAt ? t('qcWall.oldest', { age: age(kpi.oldestSignalAt) }) : t('qcWall.noneOpen')}
      />
      <Tile
        name={t('qcWall.waiting')}
        figure={kpi.waiting}
        note={kpi.oldestWaitingAt ? t('qcWall.oldest', { age: age(kpi.oldestWaitingAt) }) : t('qcWall.noneWaiting')}
      />
      <Tile
        name={
          lowestIndex
            ? t('qcWall.lowestIndex', { index: t(`qcAnalysis.deciding.${lowestIndex.index}`) })
            : t('qcWall.lowestNone')
        }
        figure={lowestIndex ? indexText(lowestIndex.value) : '-'}
        tone={lowestIndex ? capabilityTone(bandOf(lowestIndex.value), lowestIndex.isStable) : undefined}
        note={
          lowestIndex
            ? [
                ...(lowestIndex.isStable ? [] : [t('qcWall.unstable')]),
                localized(lowestIndex),
                localized(templateOf(lowestIndex)),
              ].join(' · ')
            : t('qcWall.noCpk')
        }
      />
    </div>
  )
}

/** A percentage whose sign is smaller than its number. */
function Percentage({ rate }: { rate: number | null }) {
  const [number, sign] = percent(rate).split(' ')
  return (
    <span>
      {number}
      {sign && <small> {sign}</small>}
    </span>
  )
}

type TileProps = { name: string; figure: ReactNode; note: string; tone?: Judgement | undefined }

const Tile = ({ name, figure, note, tone }: TileProps) => (
  <section className="stack between gap-0 wall-panel wall-tile">
    <h2 className="wall-clip wall-muted">{name}</h2>
    <p className="row gap-16 wall-figure" data-tone={tone}>
      {tone && <Mark tone={tone} size={34} />}
      {figure}
    </p>
    <p className="wall-note wall-muted">{note}</p>
  </section>
)
