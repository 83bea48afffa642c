import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { ruleName, ruleWords } from '#shared/qc/analysis/rule-words'
import { useText, type T } from '../../../ui/useText'
import { tracksOf, type ChartTrack } from './control/tracks'
import { useExclusion } from './limits/useLimitSets'
import { useLineTime } from './line-clock'
import { chartAt, hasRunRules } from './verdict-words'

type PointCardProps = {
  spc: Spc
  point: SpcPoint
  /**
   * Asks for the reason to exclude the point from limits, or to include it again; undefined if the operator may not.
   */
  onExclude: (() => void) | undefined
  /** Acknowledges its open signals. */
  onAcknowledge: (() => void) | undefined
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** The record is requested once a point has been selected for this long: not while arrow keys walk the points. */
const PAUSE_MS = 200

/** The selected point: its figures, its broken rules, its record, and the actions on it. */
export function PointCard({ spc, point, onExclude, onAcknowledge, onStep, onClose }: PointCardProps) {
  const t = useText()
  const time = useLineTime()
  const localized = useLocalizedName()
  const mayRead = useAllowed(['qc:record:list'])
  const id = useDebounced(point.qcValueBaseId, PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['qc-record-item', id, spc.itemKey],
    queryFn: ({ signal }) => recordApi.item(id, spc.itemKey, signal),
    enabled: mayRead,
    staleTime: 60_000,
    retry: false,
  })
  const info = data?.record.qcValueBaseId === point.qcValueBaseId ? data : undefined
  const hits = spc.hits.filter(({ index }) => index === point.index)
  const tracks = tracksOf(spc, t)
  return (
    <section className="analysis-point" aria-label={t('qcAnalysis.point')}>
      <header className="row gap-0">
        <h2 className="row stretch wrap gap-12">
          {time(point.at)}
          {mayRead && (
            <Link href={recordPath(point.qcValueBaseId)}>{info?.record.recordNo ?? t('qcAnalysis.openRecord')}</Link>
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
          <dt className="muted small">{t('qcAnalysis.values', { count: point.n })}</dt>
          <dd>{info ? valuesText(info) : '…'}</dd>
        </div>
        {info && (
          <div>
            <dt className="muted small">{t('qcAnalysis.madeBy')}</dt>
            <dd>
              {[localized(equipmentOf(info.record)), info.record.lotNo, info.record.operatorName]
                .filter(Boolean)
                .join(' · ') || '-'}
            </dd>
          </div>
        )}
      </dl>
      {point.marks.length > 0 && (
        <ul className="muted analysis-marks">
          {point.marks.map((mark) => (
            <li key={mark}>
              {t(`qcAnalysis.mark.${mark}`)}
              {mark === 'corrected' && info && correctedText(info, t)}
              {mark === 'excluded' && <Exclusion spc={spc} point={point} t={t} />}
            </li>
          ))}
        </ul>
      )}
      {hits.length > 0 && (
        <ul className="analysis-broken">
          {hits.map((hit) => (
            <li key={`${hit.track} ${hit.rule} ${hit.side}`}>
              <b>{hasRunRules(spc) ? ruleName(t, hit.rule) : t('qcAnalysis.breaksBounds')}</b>{' '}
              {ruleWords(t, hit, time(hit.since), chartAt(spc, hit.index))}
            </li>
          ))}
        </ul>
      )}
      {(onExclude ?? onAcknowledge) && (
        <div className="row stretch wrap analysis-point-actions">
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

/** The reason for excluding the point from limits, with person and time. */
function Exclusion({ spc: { itemKey }, point: { qcValueBaseId }, t }: { spc: Spc; point: SpcPoint; t: T }) {
  const time = useLineTime()
  const { labelOf } = useDict(qcDicts.cause)
  const exclusion = useExclusion(itemKey, qcValueBaseId)
  if (!exclusion) return null
  const { reason, causeCode, createName: name, createdAt } = exclusion
  const values = { reason, name, time: time(createdAt) }
  return causeCode
    ? t('qcAnalysis.excludedFor', { ...values, cause: labelOf(causeCode) })
    : t('qcAnalysis.excludedBy', values)
}

/** A figure between its limits; without limits, as at the first moving range, only the figure. */
function Figure({ track, point, t }: { track: ChartTrack; point: SpcPoint; t: T }) {
  const [lcl, ucl] = [track.lcl(point), track.ucl(point)]
  return (
    <div>
      <dt className="muted small">{track.title}</dt>
      <dd>
        <b>{track.write(track.value(point))}</b>
        {(lcl ?? ucl) !== null && (
          <span className="muted small analysis-between">
            {t('qcAnalysis.between', { lcl: track.write(lcl), ucl: track.write(ucl) })}
          </span>
        )}
      </dd>
    </div>
  )
}

const valuesText = ({ values }: ItemInfo) =>
  values.map(({ raw, den }) => (raw === null ? '-' : den === null ? raw : `${raw} / ${den}`)).join(', ')

/** The values before their correction. */
function correctedText({ corrections, item: { itemKey } }: ItemInfo, t: T) {
  const old = corrections
    .filter((correction) => correction.itemKey === itemKey && correction.field === 'raw')
    .flatMap((correction) => correction.old ?? [])
  return old.length > 0 ? t('qcAnalysis.was', { old: old.join(', ') }) : null
}

/** A value once it has stayed the same for `pauseMs`. */
function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
