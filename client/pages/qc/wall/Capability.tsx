import type { BigScreen } from '#shared/qc/wall'
import { templateOf } from '#shared/qc/localized-name'
import { indexText } from '#shared/spc/capability/terms'
import { useCalled } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { bandLetters, bandsInShort } from '../../../ui/qc/bands'
import { capabilityTone } from './band-tones'
import { Spark } from './charts/Spark'
import { Mark } from './Mark'
import { PageDots } from './PageDots'
import { Panel } from './Panel'
import { usePages } from './useTurns'

type Cell = BigScreen['capability'][number]

const MAX_COLUMNS = 6

/** How capable each charted item was in the last thirty days: its deciding index by name, the
 * band by colour and letter, and its last means. Of one that was out of control this is said in place of the band. */
export function Capability({ cells, turnMs }: { cells: readonly Cell[]; turnMs: number }) {
  const t = useText()
  const columns = Math.min(MAX_COLUMNS, Math.max(5, Math.ceil(cells.length / 2)))
  const { shown, page, pages } = usePages(cells, 2 * columns, turnMs)
  const names = cells.map(({ name }) => name)
  const isShared = ({ name }: Cell) => names.indexOf(name) !== names.lastIndexOf(name)
  return (
    <Panel
      place="capability"
      title={t('qcWall.capability')}
      aside={pages > 1 ? <PageDots page={page} pages={pages} /> : bandsInShort()}
    >
      {cells.length === 0 && <p className="wall-empty">{t('qcWall.noItems')}</p>}
      <ul className="wall-cells" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {shown.map((cell) => (
          <CapabilityCell key={cell.itemKey} cell={cell} isShared={isShared(cell)} />
        ))}
      </ul>
    </Panel>
  )
}

/** @param isShared another template has an item of the same name */
function CapabilityCell({ cell, isShared }: { cell: Cell; isShared: boolean }) {
  const t = useText()
  const called = useCalled()
  const { deciding, band, isStable, openSignals, recent } = cell
  const tone = capabilityTone(band, isStable)
  return (
    <li className="wall-cell" data-tone={tone}>
      <p className="wall-cell-name">
        <span className="wall-cell-item">
          <span>{called(cell)}</span>
          {openSignals > 0 && (
            <b className="wall-cell-open" data-tone="WARN">
              <Mark tone="WARN" size={16} /> {openSignals}
              <span className="sr-only"> {t('qcWall.openSignals')}</span>
            </b>
          )}
        </span>
        <span className="wall-cell-index">
          {deciding && t(`qcAnalysis.deciding.${deciding.index}`)}
          {isShared && <> {called(templateOf(cell))}</>}
        </span>
      </p>
      <p className="wall-cpk" data-wide={!isStable}>
        <Mark tone={tone} size={20} />
        {deciding && indexText(deciding.value)}
        {!isStable ? (
          <b className="wall-unstable">{t('qcWall.unstable')}</b>
        ) : deciding === null ? (
          <span className="wall-cpk-none">{t('qcWall.noCpk')}</span>
        ) : (
          band && (
            <>
              <b aria-hidden="true">{bandLetters[band]}</b>
              <span className="sr-only">{t(`qcAnalysis.band.${band}`)}</span>
            </>
          )
        )}
      </p>
      {isStable && <Spark values={recent} />}
    </li>
  )
}
