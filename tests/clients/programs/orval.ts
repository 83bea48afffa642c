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
} from '../generated/orval'
import { account, renamed, role, run, some, staleVersion, type RoundTrip } from './round-trip'

/** The answer of an operation that is done. @throws when it was refused */
function done<Answer extends { status: number; data: unknown }>(
  answer: Answer,
): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`)
  return (answer as Extract<Answer, { status: 200 }>).data
}

await run(async (url): Promise<RoundTrip> => {
  const { fetch } = globalThis
  const toServer = (path: string, init?: RequestInit) => fetch(url + path, init) // its addresses have no host
  globalThis.fetch = toServer as typeof fetch
  const { token } = done(await signIn(account))
  const signedIn = { headers: { authorization: `Bearer ${token}` } }

  const roles: Role[] = done(await listRoles({ pageSize: 100 }, signedIn)).data.list
  const id = done(await createRole(role, signedIn)).data
  const created = done(await getRole(id, signedIn)).data
  done(await updateRole(id, { roleName: renamed, updatedAt: created.updatedAt }, signedIn))
  const changed = done(await getRole(id, signedIn)).data
  const stale = await updateRole(id, { roleName: 'x', updatedAt: staleVersion }, signedIn)
  const deleted = done(await deleteRoles({ ids: [id] }, signedIn)).data

  const row = some(done(await listQcRecords({ pageSize: 1 }, signedIn)).data.list[0], 'A record')
  const record = done(await getQcRecord(row.qcValueBaseId, signedIn)).data

  return {
    roleKeys: roles.map(({ roleKey }) => roleKey),
    names: [created.roleName, changed.roleName],
    stale: stale.status,
    isDeleted: deleted.includes(id),
    recordNos: [row.recordNo, record.recordNo],
  }
})
