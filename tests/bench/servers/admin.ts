/**
 * One side of the benchmark of administration: `product` is the whole application with its log and data scope, `raw+` the
 * least that can answer the same lists, Hono and hand-prepared SQL over the same file. Prints its address and process id. A
 * `watched` one tells at /pause how long its event loop stood still since it was last asked.
 *   bun tests/bench/servers/admin.ts product|raw+ DATA_DIR [watched]
 */
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { digest } from '#server/platform/security/token'
import { databasePath } from '#server/platform/store/sqlite/file'
import { productOver, serveWatched } from '../serve'

const [side, dataDir, isWatched] = process.argv.slice(2)
const app = side === 'product' ? await productOver(dataDir!) : raw(dataDir!)
serveWatched((request) => app.fetch(request), isWatched === 'watched')

function raw(folder: string) {
  const sqlite = new Database(databasePath(folder), { readonly: true })
  const session = sqlite.prepare(
    `select s.user_id, u.status from sys_token k join sys_session s on s.session_id = k.session_id
      join sys_user u on u.user_id = s.user_id where k.token_hash = +? and s.ends_at > ?`,
  )
  const entries = `select id, at, action, stem, summary, request_method as requestMethod, url, username, dept_name as deptName,
    address, user_agent as userAgent, record, name, status, code, message, latency_ms as latencyMs, request_id as requestId
    from sys_opera_log`
  const newest = 'order by at desc, id desc limit +? offset +?'
  const users = `select u.*, d.dept_name as deptName, p.post_name as postName from sys_user u
    left join sys_dept d on d.dept_id = u.dept_id left join sys_post p on p.post_id = u.post_id`
  const inOrder = 'order by u.user_id limit +? offset +?'
  const lists = {
    '/api/v1/sys-opera-log': listOf('sys_opera_log', entries, newest, ['status', 'status = +?']),
    '/api/v1/sys-user': listOf('sys_user u', users, inOrder, ['username', "u.username like +? escape '\\'"]),
  }
  const roles = sqlite.prepare(
    `select ur.user_id as userId, r.role_id as roleId, r.role_name as roleName from sys_user_role ur
      join sys_role r on r.role_id = ur.role_id where ur.user_id in (select value from json_each(?)) order by r.role_sort`,
  )

  function listOf(table: string, select: string, order: string, [name, condition]: [string, string]) {
    return {
      name,
      all: [sqlite.prepare(`${select} ${order}`), sqlite.prepare(`select count(*) as n from ${table}`)],
      some: [
        sqlite.prepare(`${select} where ${condition} ${order}`),
        sqlite.prepare(`select count(*) as n from ${table} where ${condition}`),
      ],
    }
  }

  const server = new Hono()
  for (const [path, { name, all, some }] of Object.entries(lists)) {
    server.get(path, (c) => {
      const token = c.req.header('authorization')?.slice(7) ?? ''
      if (!session.get(digest(token), Date.now())) return c.json({ code: 401 }, 401)
      const pageIndex = Number(c.req.query('pageIndex') ?? 1)
      const pageSize = Number(c.req.query('pageSize') ?? 20)
      const given = c.req.query(name)
      const [page, total] = given === undefined ? all : some
      const values = given === undefined ? [] : [name === 'username' ? `%${given}%` : given]
      const list = page!.all(...values, pageSize, (pageIndex - 1) * pageSize) as { user_id?: number }[]
      const held = name === 'username' ? roles.all(JSON.stringify(list.map((row) => row.user_id))) : undefined
      const { n } = total!.get(...values) as { n: number }
      return c.json({ code: 200, msg: '', data: { count: n, pageIndex, pageSize, list, held } })
    })
  }
  return server
}
