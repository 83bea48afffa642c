import { NO_RECORD } from './fixed-answers'
import type { Call } from './server'

export type Address = {
  name: string
  path: string
  /** It opens nothing, or what another page opens as well. */
  isPlain?: true
}

/** Pages for those who are not signed in. */
export const publicAddresses: readonly Address[] = [
  { name: 'login', path: '/login' },
  { name: 'auth-redirect', path: '/auth-redirect', isPlain: true },
  { name: 'wall-without-token', path: '/wall', isPlain: true },
]

/** One with a draft, one of several versions, one that is retired. */
const templateCodes = ['P-STACK', 'C21-COAT', 'C21-LOOK-OLD']

type MenuEntry = { path: string; component: string; children?: MenuEntry[] }
type Row = { qcValueBaseId: number }

/** Every page of the menu, each once, under the name of its address. */
async function menuAddresses(call: Call): Promise<Address[]> {
  const pages = (entries: MenuEntry[]): MenuEntry[] =>
    entries.flatMap((entry) => [...(entry.component === 'Layout' ? [] : [entry]), ...pages(entry.children ?? [])])
  return pages(await call<MenuEntry[]>('GET', '/menurole')).map(({ path }) => ({
    name: path.slice(1).replaceAll('/', '-').replace('-:dictId', ''),
    path: path.replace(':dictId', '1'),
  }))
}

/** Every page of an operator who may see all: what the menu holds, what has a fixed address, and pages of one record. */
export async function addressesOf(call: Call): Promise<Address[]> {
  const statuses = ['draft', 'submitted', 'reviewed', 'approved', 'voided']
  const records = await Promise.all(
    statuses.map(async (status) => {
      const { list } = await call<{ list: Row[] }>('GET', `/qc/value-base?status=${status}`)
      return { name: `record-${status}`, path: `/caliper/qc/value-info/${list[0]!.qcValueBaseId}` }
    }),
  )
  const { list: templates } = await call<{ list: { templateId: number; code: string }[] }>('GET', '/qc/template')
  const { list: codes } = await call<{ list: { code: string; kind: string }[] }>('GET', '/qc/qr')
  const items = await call<{ itemKey: string; type: string }[]>('GET', '/qc/analysis/item?product=c21')
  const approved = await call<{ list: (Row & { templateId: number })[] }>('GET', '/qc/value-base?status=approved&product=c21') // prettier-ignore
  const { qcValueBaseId } = approved.list[0]!
  const { items: values } = await call<{ items: { itemKey: string }[] }>('GET', `/qc/value-base/${qcValueBaseId}`)
  const kinds = [...new Map(items.map(({ type, itemKey }) => [type, itemKey]))]
  const analysis = '/caliper/analy?product=c21'
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'profile', path: '/profile/index' },
    { name: 'not-allowed', path: '/401', isPlain: true },
    { name: 'unknown', path: '/caliper/nowhere', isPlain: true },
    ...(await menuAddresses(call)),
    ...records,
    { name: 'record-unknown', path: `/caliper/qc/value-info/${NO_RECORD}`, isPlain: true },
    { name: 'record-item', path: `/caliper/qc/value-item-info?qcValueBaseId=${qcValueBaseId}&itemKey=${values[0]?.itemKey}` }, // prettier-ignore
    ...templates.filter(({ code }) => templateCodes.includes(code)).map(({ templateId, code }) => ({ name: `template-${code}`, path: `/caliper/qc/info-list/${templateId}` })), // prettier-ignore
    { name: 'scan', path: '/caliper/qr-code-info' },
    { name: 'scan-unknown', path: '/caliper/qr-code-info?code=0000000000', isPlain: true },
    ...codes.map(({ code, kind }): Address => ({
      name: `scan-${kind}`,
      path: `/caliper/qr-code-info?code=${code}`,
      isPlain: true,
    })),
    ...kinds.map(([type, itemKey]) => ({ name: `analysis-${type}`, path: `${analysis}&itemKey=${itemKey}&range=90d` })),
    { name: 'analysis-all', path: `${analysis}&view=all` },
    { name: 'wall-of-line', path: '/caliper/bigscreen?product=c21&kiosk=1', isPlain: true },
    { name: 'records-ng', path: '/caliper/qc/value-base?judgement=NG', isPlain: true },
    { name: 'records-none', path: '/caliper/qc/value-base?recordNo=nothing', isPlain: true },
  ]
}

/** Pages that look different to somebody who may do less. */
export async function addressesOfInspector(call: Call): Promise<Address[]> {
  const { list } = await call<{ list: Row[] }>('GET', '/qc/value-base')
  return [
    { name: 'inspector-dashboard', path: '/dashboard', isPlain: true },
    { name: 'inspector-records', path: '/caliper/qc/value-base', isPlain: true },
    { name: 'inspector-record', path: `/caliper/qc/value-info/${list[0]!.qcValueBaseId}` },
    { name: 'inspector-refused', path: '/admin/sys-user', isPlain: true },
  ]
}
