import { isChoice, isCount } from '#shared/qc/constants'
import type { TemplateDetail, TemplateItem } from '#shared/qc/template/schema'

type Template = Pick<TemplateDetail, 'code' | 'product' | 'isLotRequired' | 'version'>
type Call = { origin: string; token: string; template: Template | undefined; now: number }

/** A call that works as it stands, in a shell: one reading of `template`, in the middle of its limits. */
export function sampleCall({ origin, token, template, now }: Call): string {
  const reading = {
    clientUid: `example-${now}`, // another one for each reading
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
  const sampledItems = required.length > 0 ? required : entered.slice(0, 1)
  return Object.fromEntries(
    sampledItems.map((item) => [item.code, Array.from({ length: item.sampleSize }, () => valueOf(item, now))]),
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
