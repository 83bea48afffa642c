import { use, useState, type SyntheticEvent } from 'react'
import { lineTime } from '#shared/format/line-time'
import { instantOn } from '#shared/qc/day'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { annotationApi } from '../../../../api/qc/annotation'
import { InputField, SelectField, TextAreaField } from '../../../../ui/form/fields'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { useAction } from '../../../../ui/qc/useAction'
import { useText } from '../../../../ui/useText'
import { LineClock, useLineTime } from '../line-clock'

type AnnotateFormProps = {
  itemKey: string
  point: SpcPoint | undefined
  onClose: () => void
}

/** Adds a remark to the chart: at the selected point, or at a time in the zone of the product line. */
export default function AnnotateForm({ itemKey, point, onClose }: AnnotateFormProps) {
  const t = useText()
  const time = useLineTime()
  const tz = use(LineClock)
  const [kind, setKind] = useState<'point' | 'time'>(point ? 'point' : 'time')
  const [text, setText] = useState('')
  const [moment, setMoment] = useState(lineTime(point?.at ?? new Date(), tz, '{y}-{m}-{d}T{h}:{i}'))
  const [isTried, setIsTried] = useState(false)
  const [isBusy, run] = useAction(onClose)
  const at = instantOn(`${moment.replace('T', ' ')}:00`, tz)
  const isMissing = kind === 'time' && !Number.isFinite(at)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (!text.trim() || isMissing) return
    const where =
      kind === 'point' && point ? { qcValueBaseId: point.qcValueBaseId } : { at: new Date(at).toISOString() }
    void run(() => annotationApi.create({ itemKey, text: text.trim(), ...where }))
  }

  return (
    <Dialog title={t('qcAnnotation.add')} open onClose={onClose}>
      <form noValidate onSubmit={submit}>
        {point && (
          <SelectField
            label={t('qcAnnotation.where')}
            value={kind}
            options={[
              { value: 'point', label: t('qcAnnotation.atPoint', { time: time(point.at) }) },
              { value: 'time', label: t('qcAnnotation.atTime') },
            ]}
            onSelect={(chosen) => setKind(chosen ?? 'point')}
          />
        )}
        {kind === 'time' && (
          <InputField
            label={t('qcAnnotation.time')}
            type="datetime-local"
            value={moment}
            error={isTried && isMissing ? t('field.required') : undefined}
            required
            onChange={({ target }) => setMoment(target.value)}
          />
        )}
        <TextAreaField
          label={t('qcAnnotation.text')}
          value={text}
          error={isTried && !text.trim() ? t('field.required') : undefined}
          required
          maxLength={500}
          onChange={({ target }) => setText(target.value)}
        />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t('qcAnnotation.add')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
