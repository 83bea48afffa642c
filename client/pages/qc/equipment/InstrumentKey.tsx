import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InstrumentCreated } from '#shared/qc/instrument'
import { templateApi } from '../../../api/qc/template'
import { Button } from '../../../ui/Button'
import { copyText } from '../../../ui/input/copy'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { sampleCall } from './sample-call'

/** So many templates are looked at for one of which a reading needs no lot. */
const MOST_TRIED = 5

/** Shows a key this once, and a call that sends something by it. */
export function InstrumentKey({ instrument, onDone }: { instrument: InstrumentCreated; onDone: () => void }) {
  const t = useText()
  const { token, product } = instrument
  const [now] = useState(Date.now)
  const { data: template, isPending } = useQuery({
    queryKey: ['qcInstrument', 'template', product],
    queryFn: ({ signal }) => templateFor(product, signal),
    retry: false, // who may not see templates is shown a call with words of our own
  })
  const call = sampleCall({ origin: location.origin, token, template: template ?? undefined, now })

  async function copy(text: string) {
    if (await copyText(text)) toast.show(tr('qcInstrument.copied'), { tone: 'success' })
  }

  return (
    <div className="instrument-key" role="status">
      <p>{t('qcInstrument.once')}</p>
      <input readOnly aria-label={t('qcInstrument.key')} value={token} onFocus={(event) => event.target.select()} />
      <p className="instrument-actions">
        <Button variant="primary" icon="copy" onClick={() => void copy(token)}>
          {t('qcInstrument.copyKey')}
        </Button>
        <Button onClick={onDone}>{t('qcInstrument.kept')}</Button>
      </p>
      {!isPending && (
        <>
          <p>{t(template && !template.isLotRequired ? 'qcInstrument.try' : 'qcInstrument.tryOther')}</p>
          <textarea
            readOnly
            rows={8}
            aria-label={t('qcInstrument.call')}
            value={call}
            onFocus={(event) => event.target.select()}
          />
          <Button icon="copy" onClick={() => void copy(call)}>
            {t('qcInstrument.copyCall')}
          </Button>
        </>
      )}
    </div>
  )
}

/** One that readings can be made of, if possible without a lot; none where there is none. */
async function templateFor(product: string | null, signal: AbortSignal) {
  const options = await templateApi.options(product === null ? {} : { product }, signal)
  let first
  for (const { templateId } of options.slice(0, MOST_TRIED)) {
    const template = await templateApi.get(templateId)
    if (!template.isLotRequired) return template
    first ??= template
  }
  return first ?? null
}
