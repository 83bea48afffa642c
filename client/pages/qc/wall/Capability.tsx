import type { BigScreen } from '#shared/qc/wall'
import { templateOf } from '#shared/qc/localized-name'
import { indexText } from '#shared/spc/capability/terms'
import { across } from '../../../ui/chart/across'
import { linear, spanOf } from '../../../ui/chart/scale'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { bandLetters, bandsInShort, capabilityTone } from '../../../ui/qc/bands'
import { Mark } from './Mark'
import { PageNumber, Panel } from './Panel'
import { usePages } from './useTurns'

type Item = BigScreen['capability'][number]

const MAX_COLUMNS = 6

/**
 * The capability of each charted item in the last thirty days: the name and value of its deciding index, its band by
 * colour and letter, and its last means. An item that was out of control says so in place of the band.
 */
export function Capability({ items, turnMs }: { items: readonly Item[]; turnMs: number }) {
  const t = useText()
  const columns = Math.min(MAX_COLUMNS, Math.max(5, Math.ceil(items.length / 2)))
  const { rows, page, pages } = usePages(items, 2 * columns, turnMs)
  const names = items.map(({ name }) => name)
  const isNameShared = ({ name }: Item) => names.indexOf(name) !== names.lastIndexOf(name)
  return (
    <Panel
      area="capability"
      title={t('qcWall.capability')}
      aside={pages > 1 ? <PageNumber page={page} pages={pages} /> : bandsInShort()}
      emptyText={items.length === 0 && t('qcWall.noItems')}
    >
      <ul className="wall-cells" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {rows.map((item) => (
          <CapabilityCell key={item.itemKey} item={item} isNameShared={isNameShared(item)} />
        ))}
      </ul>
    </Panel>
  )
}

/** @param isNameShared another template has an item of the same name */
function CapabilityCell({ item, isNameShared }: { item: Item; isNameShared: boolean }) {
  const t = useText()
  const localized = useLocalizedName()
  const { deciding, band, isStable, openSignals, recent } = item
  const tone = capabilityTone(band, isStable)
  return (
    <li className="wall-cell" data-tone={tone}>
      <p className="wall-cell-name wall-small">
        <span className="split stretch gap-0">
          <span className="wall-clip">{localized(item)}</span>
          {openSignals > 0 && (
            <b className="wall-cell-open wall-tone" data-tone="WARN">
              <Mark tone="WARN" size={16} /> {openSignals}
              <span className="sr-only"> {t('qcWall.openSignals')}</span>
            </b>
          )}
        </span>
        <span className="wall-cell-index wall-muted">
          {deciding && <span>{t(`qcAnalysis.deciding.${deciding.index}`)}</span>}
          {isNameShared && <span className="wall-clip">{localized(templateOf(item))}</span>}
        </span>
      </p>
      <p className="row gap-6 wall-cpk wall-tone" data-wide={!isStable}>
        <Mark tone={tone} size={20} />
        {deciding && indexText(deciding.value)}
        {!isStable ? (
          <b className="wall-unstable wall-clip">{t('qcWall.unstable')}</b>
        ) : deciding === null ? (
          <span className="wall-cpk-none wall-muted wall-small">{t('qcWall.noCpk')}</span>
        ) : (
          band && (
            <>
              <b aria-hidden="true">{bandLetters[band]}</b>
              <span className="sr-only">{t(`qcAnalysis.band.${band}`)}</span>
            </>
          )
        )}
      </p>
      {isStable && <Sparkline values={recent} />}
    </li>
  )
}

const [WIDTH, HEIGHT] = [100, 30]

/** The last means of an item, as a line without figures: decoration beside its index. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const y = linear(spanOf(values), [HEIGHT - 2, 2])
  const { x, line } = across(values.length, [2, WIDTH - 2], y)
  const last = values.at(-1) ?? null
  return (
    <svg className="wall-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={line(values)} />
      {last !== null && <path className="wall-spark-last" d={`M${x(values.length - 1)} ${y(last)}h.01`} />}
    </svg>
  )
}
