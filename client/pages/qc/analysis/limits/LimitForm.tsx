import { use, useState, type SyntheticEvent } from 'react'
import { grouped } from '#shared/format/number'
import { freezableCharts } from '#shared/qc/analysis/kinds'
import { instantOn } from '#shared/qc/day'
import type { Spc } from '#shared/qc/analysis/schema'
import { limitSetApi } from '../../../../api/qc/limit'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { Field } from '../../../../ui/form/Field'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Note } from '../Note'
import { isFrozen } from '../verdict-words'
import { Estimate } from './Estimate'
import { ReasonField } from '../../../../ui/qc/ReasonField'
import { useAction } from '../../../../ui/qc/useAction'
import { LineClock, useLineTime } from '../line-clock'

type LimitFormProps = {
  /** Freezes limits, or begins a phase whose limits follow its values until they are frozen. */
  kind: 'freeze' | 'phase'
  spc: Spc
  query: AnalysisQuery
  /** The numbers of the first and last point in sight, where that is not all. */
  span: readonly [first: number, last: number] | undefined
  /** When a new phase most likely began: the point that is looked at. */
  at: string | undefined
  onClose: () => void
}

const beginnings = ['now', 'shown', 'other'] as const
type Beginning = (typeof beginnings)[number]
const sources = ['shown', 'hand'] as const

/** As a field for date and time has an instant. */
const FIELD = '{y}-{m}-{d}T{h}:{i}'

/** The instant that such a field shows on the clock of the line; undefined while it is incomplete. */
function instantOf(text: string, tz: string): string | undefined {
  const at = text === '' ? NaN : instantOn(`${text.replace('T', ' ')}:00`, tz)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** From when limits hold, what they come from, and why. */
export default function LimitForm({ kind, spc, query, span, at, onClose }: LimitFormProps) {
  const t = useText()
  const time = useLineTime()
  const tz = use(LineClock)
  const isFreezing = kind === 'freeze'
  const inSight = spc.points.filter(({ index }) => !span || (index >= span[0] && index <= span[1]))
  const [first, last] = [inSight[0], inSight.at(-1)]
  const [source, setSource] = useState<(typeof sources)[number]>('shown')
  const [centre, setCentre] = useState('')
  const [sigma, setSigma] = useState('')
  const [beginning, setBeginning] = useState<Beginning>(isFreezing ? 'now' : at ? 'other' : 'now')
  const [other, setOther] = useState(at ? time(at, FIELD) : '')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, run] = useAction(onClose)

  const points = last && first ? last.index - first.index + 1 : 0
  const chart = freezableCharts.find((one) => one === spc.chart)
  const validFrom =
    beginning === 'now' ? new Date().toISOString() : beginning === 'shown' ? first?.at : instantOf(other, tz)
  const sigmaMethod = (chart && spc.sigmaMethod) ?? undefined
  const isByHand = isFreezing && source === 'hand'
  const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text))
  const isWrong = { centre: Number.isNaN(numberOf(centre)), sigma: !(numberOf(sigma) > 0) }
  const { equipmentId } = query
  const isFiltered = [query.lotId, query.shiftId, query.operatorId, query.status, query.versionNo].some(Boolean)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (!reason.trim() || !validFrom || (isByHand && (isWrong.centre || isWrong.sigma))) return
    void run(() =>
      limitSetApi.create({
        itemKey: spc.itemKey,
        ...(equipmentId !== undefined && { equipmentId }),
        status: isFreezing ? 'active' : 'trial',
        ...(chart && { chart }),
        ...(sigmaMethod && !isByHand && { sigmaMethod }),
        ...(isByHand && { centre: Number(centre), sigma: Number(sigma) }),
        ...(isFreezing && !isByHand && first && last && { baseFrom: first.at, baseTo: last.at }),
        validFrom,
        rules: { rules: spc.rules },
        reason: reason.trim(),
      }),
    )
  }

  const title = t(isFreezing ? 'qcLimit.freeze' : 'qcLimit.newPhase')
  return (
    <Dialog title={title} open onClose={onClose} isChanged={reason !== ''} size="medium">
      <form noValidate onSubmit={submit}>
        <p className="dialog-text">{t(isFreezing ? 'qcLimit.freezeText' : 'qcLimit.phaseText')}</p>
        {isFreezing && (
          <Field label={t('qcLimit.source')}>
            {(control) => (
              <Select
                {...control}
                label={t('qcLimit.source')}
                value={source}
                options={sources.map((value) => ({ value, label: t(`qcLimit.source.${value}`) }))}
                onSelect={(chosen) => setSource(chosen ?? 'shown')}
              />
            )}
          </Field>
        )}
        {isFreezing && !isByHand && first && last && (
          <p className="analysis-base">
            {t('qcLimit.base', {
              from: time(first.at),
              to: time(last.at),
              count: grouped(points),
            })}
          </p>
        )}
        {isFreezing && !isByHand && first && last && (
          <Estimate spc={spc} from={first.at} to={last.at} {...{ equipmentId, chart, sigmaMethod, points }} />
        )}
        {(!isFreezing || isByHand) && isFrozen(spc) && <Note tone="info">{t('qcLimit.endsCurrent')}</Note>}
        {isFreezing && !isByHand && isFiltered && <Note tone="warn">{t('qcLimit.allOfTime')}</Note>}
        {isByHand && (
          <div className="field-columns">
            <Field
              label={t('qcLimit.centre')}
              required
              error={isTried && isWrong.centre ? t('qcLimit.notNumber') : undefined}
            >
              {(control) => (
                <input
                  {...control}
                  inputMode="decimal"
                  value={centre}
                  onChange={({ target }) => setCentre(target.value)}
                />
              )}
            </Field>
            <Field
              label={t('qcLimit.sigma')}
              hint={t('qcLimit.sigmaHint')}
              required
              error={isTried && isWrong.sigma ? t('qcLimit.notPositive') : undefined}
            >
              {(control) => (
                <input
                  {...control}
                  inputMode="decimal"
                  value={sigma}
                  onChange={({ target }) => setSigma(target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <Field label={t('qcLimit.validFrom')}>
          {(control) => (
            <Select
              {...control}
              label={t('qcLimit.validFrom')}
              value={beginning}
              options={beginnings
                .filter((value) => value !== 'shown' || first)
                .map((value) => ({ value, label: t(`qcLimit.validFrom.${value}`) }))}
              onSelect={(chosen) => setBeginning(chosen ?? 'now')}
            />
          )}
        </Field>
        {beginning === 'other' && (
          <Field label={t('qcLimit.instant')} required error={isTried && !validFrom ? t('field.required') : undefined}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={other}
                onChange={({ target }) => setOther(target.value)}
              />
            )}
          </Field>
        )}
        {equipmentId !== undefined && <Note tone="info">{t('qcLimit.ofMachine')}</Note>}
        <ReasonField
          label={t('qcLimit.reason')}
          hint={t(isFreezing ? 'qcLimit.freezeHint' : 'qcLimit.phaseHint')}
          value={reason}
          isTried={isTried}
          onChange={setReason}
        />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {title}
        </FormFooter>
      </form>
    </Dialog>
  )
}
