import { use, useState, type SyntheticEvent } from 'react'
import { grouped } from '#shared/format/number'
import { freezableCharts } from '#shared/qc/analysis/kinds'
import { instantOn } from '#shared/qc/day'
import type { Spc } from '#shared/qc/analysis/schema'
import { plainDecimal } from '#shared/spc/typed-decimal'
import { limitSetApi } from '../../../../api/qc/limit'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { toast } from '../../../../ui/overlay/toast'
import { InputField, SelectField } from '../../../../ui/form/fields'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { useText } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Note } from '../Note'
import { isFrozen } from '../verdict-words'
import { Estimate } from './Estimate'
import { ReasonField } from '../../../../ui/qc/sign/ReasonField'
import { useAction } from '../../../../ui/qc/useAction'
import { LineClock, useLineTime } from '../line-clock'

type LimitFormProps = {
  /** Freezes limits, or begins a phase whose limits are estimated until they are frozen. */
  kind: 'freeze' | 'phase'
  spc: Spc
  query: AnalysisQuery
  /** The numbers of the first and the last visible point; undefined for all points. */
  span: readonly [first: number, last: number] | undefined
  /** The time of the selected point, when a new phase most likely began. */
  at: string | undefined
  onClose: () => void
}

const beginnings = ['now', 'shown', 'other'] as const
type Beginning = (typeof beginnings)[number]
const sources = ['shown', 'hand'] as const

/** The format of a field for date and time. */
const FIELD = '{y}-{m}-{d}T{h}:{i}'

/** The instant of such a field in the time zone of the product line; undefined while it is incomplete. */
function instantOf(text: string, tz: string): string | undefined {
  const at = text === '' ? NaN : instantOn(`${text.replace('T', ' ')}:00`, tz)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** NaN for what is no number. */
const numberOf = (typed: string) => Number(plainDecimal(typed) || NaN)

/** A form for new limits: their source, the beginning of their validity, and the reason. */
export default function LimitForm({ kind, spc, query, span, at, onClose }: LimitFormProps) {
  const t = useText()
  const time = useLineTime()
  const tz = use(LineClock)
  const isFreezing = kind === 'freeze'
  const visible = spc.points.filter(({ index }) => !span || (index >= span[0] && index <= span[1]))
  const [first, last] = [visible[0], visible.at(-1)]
  const [source, setSource] = useState<(typeof sources)[number]>('shown')
  const [centre, setCentre] = useState('')
  const [sigma, setSigma] = useState('')
  const [beginning, setBeginning] = useState<Beginning>(isFreezing ? 'now' : at ? 'other' : 'now')
  const [other, setOther] = useState(at ? time(at, FIELD) : '')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, run] = useAction()

  const points = last && first ? last.index - first.index + 1 : 0
  const chart = freezableCharts.find((name) => name === spc.chart)
  const validFrom =
    beginning === 'now' ? new Date().toISOString() : beginning === 'shown' ? first?.at : instantOf(other, tz)
  const sigmaMethod = (chart && spc.sigmaMethod) ?? undefined
  const isByHand = isFreezing && source === 'hand'
  const isFromChart = isFreezing && !isByHand
  const byHand = { centre: numberOf(centre), sigma: numberOf(sigma) }
  const isWrong = { centre: Number.isNaN(byHand.centre), sigma: !(byHand.sigma > 0) }
  const { equipmentId } = query
  const isFiltered = [query.lotId, query.shiftId, query.operatorId, query.status, query.versionNo].some(Boolean)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (!reason.trim() || !validFrom || (isByHand && (isWrong.centre || isWrong.sigma))) return
    void run(async () => {
      await limitSetApi.create({
        itemKey: spc.itemKey,
        ...(equipmentId !== undefined && { equipmentId }),
        status: isFreezing ? 'active' : 'trial',
        ...(chart && { chart }),
        ...(sigmaMethod && !isByHand && { sigmaMethod }),
        ...(isByHand && byHand),
        ...(isFromChart && first && last && { baseFrom: first.at, baseTo: last.at }),
        validFrom,
        rules: { rules: spc.rules },
        reason: reason.trim(),
      })
      onClose()
      toast.show(t(isFreezing ? 'qcLimit.frozenDone' : 'qcLimit.phaseDone', { time: time(validFrom) }), {
        tone: 'success',
      })
    })
  }

  const title = t(isFreezing ? 'qcLimit.freeze' : 'qcLimit.newPhase')
  return (
    <Dialog title={title} open onClose={onClose} size="medium">
      <form noValidate onSubmit={submit}>
        <p className="dialog-text">{t(isFreezing ? 'qcLimit.freezeText' : 'qcLimit.phaseText')}</p>
        {isFreezing && (
          <SelectField
            label={t('qcLimit.source')}
            value={source}
            options={sources.map((value) => ({ value, label: t(`qcLimit.source.${value}`) }))}
            onSelect={(chosen) => setSource(chosen ?? 'shown')}
          />
        )}
        {isFromChart && first && last && (
          <>
            <p className="muted analysis-base">
              {t('qcLimit.base', { from: time(first.at), to: time(last.at), count: grouped(points) })}
            </p>
            <Estimate spc={spc} from={first.at} to={last.at} {...{ equipmentId, chart, sigmaMethod, points }} />
          </>
        )}
        {!isFromChart && isFrozen(spc) && <Note tone="info">{t('qcLimit.endsCurrent')}</Note>}
        {isFromChart && isFiltered && <Note tone="warn">{t('qcLimit.allOfTime')}</Note>}
        {isByHand && (
          <div className="field-columns">
            <InputField
              label={t('qcLimit.centre')}
              required
              error={isTried && isWrong.centre ? t('qcLimit.notNumber') : undefined}
              inputMode="decimal"
              value={centre}
              onChange={({ target }) => setCentre(target.value)}
            />
            <InputField
              label={t('qcLimit.sigma')}
              hint={t('qcLimit.sigmaHint')}
              required
              error={isTried && isWrong.sigma ? t('qcLimit.notPositive') : undefined}
              inputMode="decimal"
              value={sigma}
              onChange={({ target }) => setSigma(target.value)}
            />
          </div>
        )}
        <SelectField
          label={t('qcLimit.validFrom')}
          value={beginning}
          options={beginnings
            .filter((value) => value !== 'shown' || first)
            .map((value) => ({ value, label: t(`qcLimit.validFrom.${value}`) }))}
          onSelect={(chosen) => setBeginning(chosen ?? 'now')}
        />
        {beginning === 'other' && (
          <InputField
            label={t('qcLimit.instant')}
            required
            error={isTried && !validFrom ? t('field.required') : undefined}
            type="datetime-local"
            value={other}
            onChange={({ target }) => setOther(target.value)}
          />
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
