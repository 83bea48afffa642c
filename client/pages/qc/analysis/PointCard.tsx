import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { equipmentOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import { recordPath } from '#shared/qc/paths'
import type { ItemInfo } from '#shared/qc/record/schema'
import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { recordApi } from '../../../api/qc/record'
import { useAllowed } from '../../../ui/Allow'
import { useDict } from '../../../ui/dict'
import { Button, IconButton } from '../../../ui/Button'
import { useCalled } from '../../../ui/qc/localized-name'
import { ruleName, ruleWords } from '../../../ui/qc/rule-words'
import { useText, type T } from '../../../ui/useText'
import { tracksOf, type TrackShape } from './control/tracks'
import { useExclusion } from './limits/useLimitSets'
import { useSettled } from './useSettled'
import { useLineTime } from './line-clock'

type PointCardProps = {
  spc: Spc
  point: SpcPoint
  /** Opens the question why it is left out of limits, or taken back in; undefined where somebody may not. */
  onExclude: (() => void) | undefined
  /** Says that its open signals are known. */
  onAcknowledge: (() => void) | undefined
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** While points are walked, only the one stayed at is asked for. */
const PAUSE_MS = 200

/** The point that is looked at: its figures, what it broke, the record behind it, and what can be done about it. */
export function PointCard({ spc, point, onExclude, onAcknowledge, onStep, onClose }: PointCardProps) {
  const t = useText()
  const time = useLineTime()
  const called = useCalled()
  const mayRead = useAllowed(['qc:record:list'])
  const id = useSettled(point.qcValueBaseId, PAUSE_MS)
  const { data: info } = useQuery({
    queryKey: ['qc-record-item', id, spc.itemKey],
    queryFn: ({ signal }) => recordApi.item(id, spc.itemKey, signal),
    enabled: mayRead,
    staleTime: 60_000,
    retry: false,
  })
  const known = info?.record.qcValueBaseId === point.qcValueBaseId ? info : undefined
  const hits = spc.hits.filter(({ index }) => index === point.index)
  const tracks = tracksOf(spc, t)
  const isSummed = spc.chart === 'ewma' || spc.chart === 'cusum'
  return (
    <section className="analysis-point" aria-label={t('qcAnalysis.point')}>
      <header>
        <h2>
          {time(point.at)}
          {mayRead && (
            <Link href={recordPath(point.qcValueBaseId)}>{known?.record.recordNo ?? t('qcAnalysis.openRecord')}</Link>
          )}
        </h2>
        <IconButton label={t('qcAnalysis.previousPoint')} icon="chevron-left" onClick={() => onStep(-1)} />
        <IconButton label={t('qcAnalysis.nextPoint')} icon="chevron-right" onClick={() => onStep(1)} />
        <IconButton label={t('action.close')} icon="close" onClick={onClose} />
      </header>
      <dl>
        {tracks.map((track) => (
          <Figure key={track.name} track={track} point={point} t={t} />
        ))}
        <div>
          <dt>{t('qcAnalysis.values', { count: point.n })}</dt>
          <dd>{known ? valuesText(known) : '…'}</dd>
        </div>
        {known && (
          <div>
            <dt>{t('qcAnalysis.madeBy')}</dt>
            <dd>
              {[called(equipmentOf(known.record)), known.record.lotNo, known.record.operatorName]
                .filter(Boolean)
                .join(' · ') || '-'}
            </dd>
          </div>
        )}
      </dl>
      {point.marks.length > 0 && (
        <ul className="analysis-marks">
          {point.marks.map((mark) => (
            <li key={mark}>
              {t(`qcAnalysis.mark.${mark}`)}
              {mark === 'corrected' && known && was(known, t)}
              {mark === 'excluded' && <Exclusion spc={spc} point={point} t={t} />}
            </li>
          ))}
        </ul>
      )}
      {hits.length > 0 && (
        <ul className="analysis-broken">
          {hits.map((hit) => (
            <li key={`${hit.track} ${hit.rule} ${hit.side}`}>
              <b>{isSummed ? t('qcAnalysis.breaksBounds') : ruleName(t, hit.rule)}</b>{' '}
              {ruleWords(t, hit, time(hit.since), spc.chart)}
            </li>
          ))}
        </ul>
      )}
      {(onExclude ?? onAcknowledge) && (
        <div className="analysis-point-actions">
          {onAcknowledge && (
            <Button icon="check" onClick={onAcknowledge}>
              {t('qcAnalysis.acknowledge')}
            </Button>
          )}
          {onExclude && (
            <Button onClick={onExclude}>
              {t(point.marks.includes('excluded') ? 'qcLimit.include' : 'qcLimit.exclude')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Why the point is left out of limits, and who said so. */
function Exclusion({ spc: { itemKey }, point: { qcValueBaseId }, t }: { spc: Spc; point: SpcPoint; t: T }) {
  const time = useLineTime()
  const { labelOf } = useDict(qcDicts.cause)
  const found = useExclusion(itemKey, qcValueBaseId, true)
  if (!found) return null
  const { reason, causeCode, createName: name, createdAt } = found
  const said = { reason, name, time: time(createdAt) }
  return causeCode
    ? t('qcAnalysis.excludedFor', { ...said, cause: labelOf(causeCode) })
    : t('qcAnalysis.excludedBy', said)
}

/** A figure between its limits; where there are none, as at the first of moving ranges, by itself. */
function Figure({ track, point, t }: { track: TrackShape; point: SpcPoint; t: T }) {
  const [lcl, ucl] = [track.lcl(point), track.ucl(point)]
  return (
    <div>
      <dt>{track.title}</dt>
      <dd>
        <b>{track.write(track.value(point))}</b>
        {(lcl ?? ucl) !== null && (
          <span className="analysis-between">
            {t('qcAnalysis.between', { lcl: track.write(lcl), ucl: track.write(ucl) })}
          </span>
        )}
      </dd>
    </div>
  )
}

const valuesText = ({ values }: ItemInfo) =>
  values.map(({ raw, den }) => (raw === null ? '-' : den === null ? raw : `${raw} / ${den}`)).join(', ')

/** What stood there before it was corrected. */
function was({ corrections, item: { itemKey } }: ItemInfo, t: T) {
  const old = corrections
    .filter((one) => one.itemKey === itemKey && one.field === 'raw')
    .flatMap((one) => one.old ?? [])
  return old.length > 0 ? t('qcAnalysis.was', { old: old.join(', ') }) : null
}
