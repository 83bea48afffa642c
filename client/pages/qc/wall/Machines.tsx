import { MINUTE_MS } from '#shared/durations'
import { OVERDUE_INTERVALS } from '#shared/qc/constants'
import type { BigScreen } from '#shared/qc/wall'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Mark, type MarkTone } from './Mark'
import { PageNumber, Panel } from './Panel'
import { useAge, useDuration } from './live/wall-time'
import { usePages } from './useTurns'

type Machine = BigScreen['equipment'][number]

/** The number of machines in one column, which has room for longer names; more are shown in two columns. */
const COLUMN_SIZE = 5

/** Machines that need attention come first. */
const rank = ({ judgement, isOverdue }: Machine) => (judgement === 'NG' ? 0 : isOverdue ? 1 : 2)

/** The time since the last inspection at each machine, beside its usual interval. */
export function Machines({ machines, turnMs, now }: { machines: readonly Machine[]; turnMs: number; now: number }) {
  const t = useText()
  const sorted = machines.toSorted((a, b) => rank(a) - rank(b))
  const { rows, page, pages } = usePages(sorted, 2 * COLUMN_SIZE, turnMs)
  return (
    <Panel
      area="machines"
      title={t('qcWall.machines')}
      aside={
        <>
          {t('qcWall.machinesHow', { times: OVERDUE_INTERVALS })}
          <PageNumber page={page} pages={pages} />
        </>
      }
      emptyText={machines.length === 0 && t('qcWall.noMachines')}
    >
      <ul className="wall-machine-list" data-columns={machines.length > COLUMN_SIZE ? 2 : 1}>
        {rows.map((machine) => (
          <MachineRow key={machine.equipmentId} machine={machine} now={now} />
        ))}
      </ul>
    </Panel>
  )
}

function MachineRow({ machine, now }: { machine: Machine; now: number }) {
  const t = useText()
  const localized = useLocalizedName()
  const [age, duration] = [useAge(now), useDuration()]
  const { judgement, isOverdue, lastAt, intervalMin } = machine
  const tone: MarkTone = judgement === 'NG' ? 'NG' : isOverdue ? 'WARN' : (judgement ?? 'PENDING')
  return (
    <li className="row gap-10" data-tone={tone}>
      <Mark tone={tone} size={20} />
      <span className="wall-machine-name wall-clip">{localized(machine)}</span>
      <span className="wall-machine-age wall-tone">
        {lastAt ? age(lastAt) : '-'}
        <span className="wall-muted wall-small">
          {' '}
          / {intervalMin === null ? '-' : duration(intervalMin * MINUTE_MS)}
        </span>
      </span>
      <span className="sr-only">
        {judgement && t(`qc.judgement.${judgement}`)} {isOverdue && t('qcWall.overdue')}
      </span>
    </li>
  )
}
