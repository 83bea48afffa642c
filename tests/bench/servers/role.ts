/**
 * One side of the role-list benchmark: `product` is the whole application with its log, `raw+` the least that can
 * answer the same list, Hono and hand-prepared SQL over the same file. Prints its address and process id.
 *   bun tests/bench/servers/role.ts product|raw+ DATA_DIR
 */
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { digest } from '#server/platform/security/token'
import { databasePath } from '#server/platform/store/sqlite/file'
import { productOver, serve } from '../serve'

const [side, dataDir] = process.argv.slice(2)
const app = side === 'product' ? await productOver(dataDir!) : raw(dataDir!)
serve((request) => app.fetch(request))

function raw(folder: string) {
  const sqlite = new Database(databasePath(folder), { readonly: true })
  const session = sqlite.prepare(
    `select s.user_id, u.status from sys_token k join sys_session s on s.session_id = k.session_id
      join sys_user u on u.user_id = s.user_id where k.token_hash = +? and s.ends_at > ?`,
  )
  const page = sqlite.prepare(
    `select role_id as roleId, role_name as roleName, role_key as roleKey, role_sort as roleSort, status, data_scope as dataScope,
      remark, created_at as createdAt, updated_at as updatedAt from sys_role order by role_sort, role_id limit +? offset +?`,
  )
  const total = sqlite.prepare<[], { n: number }>('select count(*) as n from sys_role')
  return new Hono().get('/api/v1/role', (c) => {
    const token = c.req.header('authorization')?.slice(7) ?? ''
    if (!session.get(digest(token), Date.now())) return c.json({ code: 401 }, 401)
    const pageIndex = Number(c.req.query('pageIndex') ?? 1)
    const pageSize = Number(c.req.query('pageSize') ?? 20)
    const list = page.all(pageSize, (pageIndex - 1) * pageSize)
    return c.json({ code: 200, msg: '', data: { count: total.get()!.n, pageIndex, pageSize, list } })
  })
}
