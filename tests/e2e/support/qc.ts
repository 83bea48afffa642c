import type { APIRequestContext } from '@playwright/test'
import type { Envelope } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { uniqueKey } from './api'

/** A call of the API that must succeed; what it answers. */
export type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>

type Credentials = { username: string; password: string }

/** Calls the API as somebody, past the browser: of the worker's server, or of the one at `url`. */
export async function callAs(request: APIRequestContext, account: Credentials, url = ''): Promise<Call> {
  const answer = await request.post(`${url}/api/v1/login`, { data: account })
  const { token }: { token: string } = await answer.json()
  return callWith(request, token, url)
}

export const callWith =
  (request: APIRequestContext, token: string, url = ''): Call =>
  async <Data>(method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`${url}/api/v1${path}`, { method, headers, ...(body && { data: body }) })
    const { data, msg }: Envelope<Data> = await answer.json()
    if (data === undefined || data === null) throw new Error(`${method} ${path}: ${msg}`)
    return data
  }

/** A product line of its own; `code` is unlike all others. */
export async function makeLine(call: Call, name = '轴'): Promise<{ productId: number; code: string }> {
  const code = uniqueKey().slice(0, 20)
  const line = {
    code,
    name: `${name} ${code}`,
    nameEn: `Line ${code}`,
    tz: 'Asia/Shanghai',
    dayStartMin: 480,
    shifts: [],
  }
  return { productId: await call<number>('POST', '/qc/product', line), code }
}

/** A template with these items in its draft; the id. */
export async function makeTemplate(call: Call, head: object, items: readonly object[]): Promise<number> {
  const templateId = await call<number>('POST', '/qc/template', head)
  const at = `/qc/template/${templateId}`
  const { draft } = await call<TemplateDetail>('GET', at)
  await call('PUT', `${at}/draft`, { lockVersion: draft!.lockVersion, items })
  return templateId
}

/** Publishes its draft. Answers the keys of its items by their codes. */
export async function publish(call: Call, templateId: number): Promise<Record<string, string>> {
  const at = `/qc/template/${templateId}`
  const { draft } = await call<TemplateDetail>('GET', at)
  const publication = { lockVersion: draft!.lockVersion, changeNote: '首次发布' }
  const { version } = await call<TemplateDetail>('POST', `${at}/publish`, publication)
  return Object.fromEntries((version?.items ?? []).map((item) => [item.code, item.itemKey]))
}

/** A diameter measured once a record; its limits lie at 10 ± 0.03, its specification at 10 ± 1. */
const diameter = {
  code: 'diameter',
  name: '直径',
  nameEn: 'Diameter',
  type: 'numeric',
  unit: 'mm',
  decimals: 3,
  lsl: '9',
  usl: '11',
  spc: true,
}
export const calm = ['10.002', '9.997', '10.004']

/** A line of its own with a chart of that, whose limits are in force from `begin` on, and what records a value of it. */
export async function makeChart(call: Call, begin: number) {
  const { productId, code: product } = await makeLine(call, '轴')
  const name = { name: `轴径 ${product}`, nameEn: `Shaft ${product}` }
  const templateId = await makeTemplate(call, { productId, code: 'SHAFT', ...name, stage: 'ipqc', signLevels: 1 }, [
    diameter,
  ])
  const { diameter: itemKey } = await publish(call, templateId)
  const limits = { chart: 'imr', centre: 10, sigma: 0.01, rules: { rules: ['1', '2', '5'] }, reason: '首件合格' }
  await call('POST', '/qc/limit-set', { itemKey, ...limits, validFrom: new Date(begin).toISOString() })

  /** Submits a record of this value, which may break rules. */
  async function recordBy(caller: Call, raw: string, more: object = {}): Promise<RecordDetail> {
    const values = [{ itemKey, sampleNo: 1, raw }]
    const draft = await caller<RecordDetail>('POST', '/qc/value-base', { templateId, values, ...more })
    const { qcValueBaseId, lockVersion } = draft
    return caller<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  }
  return { call, product, templateId, itemKey: itemKey!, recordBy }
}
