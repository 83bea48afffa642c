import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi-typescript'
import { account, renamed, role, run, some, staleVersion, type RoundTrip } from './round-trip'

type Role = components['schemas']['Role']

await run(async (baseUrl): Promise<RoundTrip> => {
  const client = createClient<paths>({ baseUrl })
  const session = some((await client.POST('/api/v1/login', { body: account })).data, 'signIn')
  client.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${session.token}`) })

  const list = some((await client.GET('/api/v1/role', { params: { query: { pageSize: 100 } } })).data, 'listRoles')
  const roles: Role[] = list.data.list
  const { data: id } = some((await client.POST('/api/v1/role', { body: role })).data, 'createRole')
  const params = { path: { id } }
  const created = some((await client.GET('/api/v1/role/{id}', { params })).data, 'getRole').data
  await client.PUT('/api/v1/role/{id}', { params, body: { roleName: renamed, updatedAt: created.updatedAt } })
  const changed = some((await client.GET('/api/v1/role/{id}', { params })).data, 'getRole').data
  const stale = await client.PUT('/api/v1/role/{id}', { params, body: { roleName: 'x', updatedAt: staleVersion } })
  const deleted = some((await client.DELETE('/api/v1/role', { body: { ids: [id] } })).data, 'deleteRoles')

  const records = some((await client.GET('/api/v1/qc/value-base', { params: { query: { pageSize: 1 } } })).data, 'list')
  const row = some(records.data.list[0], 'A record')
  const path = { qcValueBaseId: row.qcValueBaseId }
  const record = some((await client.GET('/api/v1/qc/value-base/{qcValueBaseId}', { params: { path } })).data, 'record')

  return {
    roleKeys: roles.map(({ roleKey }) => roleKey),
    names: [created.roleName, changed.roleName],
    stale: stale.error?.code ?? 0,
    isDeleted: deleted.data.includes(id),
    recordNos: [row.recordNo, record.data.recordNo],
  }
})
