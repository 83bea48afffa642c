import { OVERDUE_INTERVALS } from '#shared/qc/constants'
import type { BigScreen } from '#shared/qc/wall'
import { useCalled } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Mark, type MarkTone } from './Mark'
import { PageDots } from './PageDots'
import { Panel } from './Panel'
import { useAge, useSpan } from './live/useAge'
import { usePages } from './useTurns'

type Machine = BigScreen['equipment'][number]

/** In one column there is room for more words. */
const ONE_COLUMN = 5
const ROOM = 2 * ONE_COLUMN

/** Machines that need somebody come first. */
const rank = ({ judgement, isOverdue }: Machine) => (judgement === 'NG' ? 0 : isOverdue ? 1 : 2)

/** When each machine was checked last, against how often it usually is. */
export function Machines({ machines, turnMs, now }: { machines: readonly Machine[]; turnMs: number; now: number }) {
  const t = useText()
  const { shown, page, pages } = usePages(
    machines.toSorted((a, b) => rank(a) - rank(b)),
    ROOM,
    turnMs,
  )
  return (
    <Panel
      place="machines"
      title={t('qcWall.machines')}
      aside={
        <>
          {t('qcWall.machinesHow', { times: OVERDUE_INTERVALS })}
          {pages > 1 && <PageDots page={page} pages={pages} />}
        </>
      }
    >
      {machines.length === 0 && <p className="wall-empty">{t('qcWall.noMachines')}</p>}
      <ul className="wall-machine-list" data-columns={machines.length > ONE_COLUMN ? 2 : 1}>
        {shown.map((machine) => (
          <MachineRow key={machine.equipmentId} machine={machine} now={now} />
        ))}
      </ul>
    </Panel>
  )
}

const MINUTE_MS = 60_000

function MachineRow({ machine, now }: { machine: Machine; now: number }) {
  const t = useText()
  const called = useCalled()
  const [age, span] = [useAge(now), useSpan()]
  const { judgement, isOverdue, lastAt, intervalMin } = machine
  const tone: MarkTone = judgement === 'NG' ? 'NG' : isOverdue ? 'WARN' : (judgement ?? 'PENDING')
  return (
    <li data-tone={tone}>
      <Mark tone={tone} size={20} />
      <span className="wall-machine-name">{called(machine)}</span>
      <span className="wall-machine-age">
        {lastAt ? age(lastAt) : '-'}
        <span> / {intervalMin === null ? '-' : span(intervalMin * MINUTE_MS)}</span>
      </span>
      <span className="sr-only">
        {judgement && t(`qc.judgement.${judgement}`)} {isOverdue && t('qcWall.overdue')}
      </span>
    </li>
  )
}
