import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isChoice, isCount } from '#shared/qc/constants'
import { InstrumentInput, type InstrumentCreated } from '#shared/qc/instrument'
import type { TemplateDetail, TemplateItem } from '#shared/qc/template/schema'
import { instrumentApi } from '../../../api/qc/instrument'
import { templateApi } from '../../../api/qc/template'
import { Button } from '../../../ui/Button'
import { InputField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { CopyButton, ShownOnce } from '../../../ui/token/ShownOnce'
import { useText } from '../../../ui/useText'

type NewInstrumentProps = { onChanged: () => void; onCreated: (instrument: InstrumentCreated) => void }

/** The form of a new key. */
export function NewInstrument({ onChanged, onCreated }: NewInstrumentProps) {
  const t = useText()
  const { input, select, formProps, formState } = useSchemaForm(InstrumentInput, {
    defaults: { name: '', username: '', expiresAt: '' },
    async save(input) {
      onCreated(await instrumentApi.create(input))
    },
  })
  return (
    <form {...formProps} onChange={onChanged} className="grid start key-form instrument-form">
      <InputField
        {...input('name')}
        label={t('qcInstrument.name')}
        placeholder={t('qcInstrument.nameExample')}
        required
      />
      <InputField
        {...input('username')}
        label={t('qcInstrument.account')}
        hint={t('qcInstrument.accountHint')}
        required
        isCode
      />
      <ProductField {...select('productId')} label={t('qc.product')} placeholder={t('qcInstrument.anyLine')} />
      <InputField {...input('expiresAt')} label={t('qcKey.end')} hint={t('qcKey.endHint')} type="date" />
      <Button variant="primary" type="submit" busy={formState.isSubmitting}>
        {t('qcInstrument.make')}
      </Button>
    </form>
  )
}

/** The maximum number of templates read to find one whose records need no lot. */
const MOST_TRIED = 5

/** Shows a new key, once, with an example call. */
export function InstrumentKey({ instrument, onDone }: { instrument: InstrumentCreated; onDone: () => void }) {
  const t = useText()
  const { token, product } = instrument
  const [now] = useState(Date.now)
  const { data: template, isPending } = useQuery({
    queryKey: ['qcInstrument', 'template', product],
    queryFn: ({ signal }) => templateFor(product, signal),
    retry: false, // without the right to see templates the example is invented
  })
  const call = sampleCall({ origin: location.origin, token, template: template ?? undefined, now })

  return (
    <div className="key-once" role="status">
      <ShownOnce
        text={t('qcInstrument.once')}
        label={t('qcInstrument.key')}
        secret={token}
        copyLabel={t('qcInstrument.copyKey')}
        onDone={onDone}
      />
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
          <CopyButton text={call}>{t('qcInstrument.copyCall')}</CopyButton>
        </>
      )}
    </div>
  )
}

/** A template for the example call, if possible one without a lot. Null if there is none. */
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

type Template = Pick<TemplateDetail, 'code' | 'product' | 'isLotRequired' | 'version'>
type Call = { origin: string; token: string; template: Template | undefined; now: number }

/** An example call ready for a shell: one reading of `template` in the middle of its limits. */
function sampleCall({ origin, token, template, now }: Call): string {
  const reading = {
    clientUid: `example-${now}`, // unique for each reading
    ...(template
      ? { product: template.product, templateCode: template.code, ...(template.isLotRequired && { lotNo: '' }) }
      : { templateCode: 'IPQC-02' }),
    values: template ? valuesOf(template, now) : { thickness: [10.01, 10.02, 9.99] },
  }
  return [
    `curl -X POST ${origin}/api/v1/qc/measurement \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify([reading]).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n')
}

function valuesOf({ version }: Template, now: number) {
  const entered = (version?.items ?? []).filter(({ type }) => type !== 'calculated' && type !== 'note')
  const required = entered.filter(({ required, visibleWhen }) => required === 'always' && !visibleWhen)
  const items = required.length > 0 ? required : entered.slice(0, 1)
  return Object.fromEntries(
    items.map((item) => [item.code, Array.from({ length: item.sampleSize }, () => valueOf(item, now))]),
  )
}

function valueOf({ type, choices, nominal, lsl, usl, decimals }: TemplateItem, now: number) {
  if (isCount(type)) return { value: 0, inspected: 100 }
  if (isChoice(type)) return choices[0]?.code ?? '1'
  if (type === 'date') return new Date(now).toISOString().slice(0, 10)
  if (type === 'text') return 'text'
  const [low, high] = [lsl, usl].map((limit) => (limit === null ? undefined : Number(limit)))
  const middle = low !== undefined && high !== undefined ? (low + high) / 2 : (low ?? high ?? 1)
  return nominal === null ? Number(middle.toPrecision(Math.max(1, decimals + 6))) : Number(nominal)
}
