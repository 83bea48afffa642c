import {
  createRole,
  deleteRoles,
  getQcRecord,
  getRole,
  listQcRecords,
  listRoles,
  signIn,
  updateRole,
  type Role,
} from '../generated/hey-api'
import { client } from '../generated/hey-api/client.gen'
import { account, renamed, role, run, some, staleVersion, type RoundTrip } from './round-trip'

await run(async (baseUrl): Promise<RoundTrip> => {
  client.setConfig({ baseUrl })
  const session = some((await signIn({ body: account })).data, 'signIn')
  client.setConfig({ auth: session.token })

  const roles: Role[] = some((await listRoles({ query: { pageSize: 100 } })).data, 'listRoles').data.list
  const id = some((await createRole({ body: role })).data, 'createRole').data
  const path = { id }
  const created = some((await getRole({ path })).data, 'getRole').data
  await updateRole({ path, body: { roleName: renamed, updatedAt: created.updatedAt } })
  const changed = some((await getRole({ path })).data, 'getRole').data
  const stale = await updateRole({ path, body: { roleName: 'x', updatedAt: staleVersion } })
  const deleted = some((await deleteRoles({ body: { ids: [id] } })).data, 'deleteRoles').data

  const row = some(
    some((await listQcRecords({ query: { pageSize: 1 } })).data, 'listQcRecords').data.list[0],
    'A record',
  )
  const record = some((await getQcRecord({ path: { qcValueBaseId: row.qcValueBaseId } })).data, 'getQcRecord').data

  return {
    roleKeys: roles.map(({ roleKey }) => roleKey),
    names: [created.roleName, changed.roleName],
    stale: stale.error?.code ?? 0,
    isDeleted: deleted.includes(id),
    recordNos: [row.recordNo, record.recordNo],
  }
})
