/**
 * One side of the benchmark of records: `product` is the whole application, `raw+` the least that can answer the same,
 * Hono and hand-prepared SQL over a copy of the same data. Prints its address and process id; a `watched` one tells at
 * /pause how long its event loop stood still since it was last asked.
 *   bun tests/bench/servers/records.ts product|raw+ DATA_DIR [watched]
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { digest } from '#server/platform/security/token'
import { connect } from '#server/platform/store/sqlite/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { productOver, serveWatched } from '../serve'

const [side, dataDir, isWatched] = process.argv.slice(2)
const app = side === 'product' ? await productOver(dataDir!) : raw(dataDir!)
serveWatched((request) => app.fetch(request), isWatched === 'watched')

function raw(folder: string) {
  const sqlite = connect(databasePath(folder))
  const session = sqlite.prepare(
    `select s.user_id, u.dept_id, r.data_scope from sys_token k join sys_session s on s.session_id = k.session_id
      join sys_user u on u.user_id = s.user_id join sys_user_role ur on ur.user_id = u.user_id
      join sys_role r on r.role_id = ur.role_id where k.token_hash = +? and s.ends_at > ?`,
  )
  type Caller = { user_id: number; dept_id: number; data_scope: string }
  const server = new Hono<{ Variables: { caller: Caller } }>()
  server.use(async (c, next) => {
    const token = c.req.header('authorization')?.slice(7) ?? ''
    const caller = session.get(digest(token), Date.now()) as Caller | undefined
    if (!caller) return c.json({ code: 401 }, 401)
    c.set('caller', caller)
    return next()
  })

  const columns = `b.*, p.code as product, t.code as templateCode, t.name as templateName, t.name_en as templateNameEn,
    t.stage, v.version_no as versionNo, l.lot_no as lotNo, e.name as equipmentName, s.name as shiftName`
  const joins = `left join qc_product p on p.product_id = b.product_id left join qc_template t on t.template_id = b.template_id
    left join qc_template_version v on v.version_id = b.version_id left join qc_lot l on l.lot_id = b.lot_id
    left join qc_equipment e on e.equipment_id = b.equipment_id left join qc_shift s on s.shift_id = b.shift_id`
  const filters: Record<string, string> = {
    templateId: 'b.template_id = +?',
    lotId: 'b.lot_id = +?',
    lotNo: 'b.lot_id in (select lot_id from qc_lot where lot_no = +?)',
    equipmentId: 'b.equipment_id = +?',
    shiftId: 'b.shift_id = +?',
    operatorId: 'b.operator_id = +?',
    status: 'b.status = +?',
    judgement: 'b.judgement = +?',
    businessDay: 'b.business_day = +?',
    recordNo: 'b.record_no = +?',
    product: 'b.product_id = (select product_id from qc_product where code = +?)',
    beginTime: 'b.inspected_at >= +?',
    endTime: 'b.inspected_at <= +?',
    scope: 'b.dept_id in (select dept_id from sys_dept where dept_path like +?)',
  }
  const shapes = new Map<string, [page: Database.Statement, total: Database.Statement]>()
  function shapeOf(names: string[], isByNumber: boolean) {
    const shape = `${names.join()} ${isByNumber}`
    const known = shapes.get(shape)
    if (known) return known
    const where = names.length > 0 ? `where ${names.map((name) => filters[name]).join(' and ')}` : ''
    const newest = `order by ${isByNumber ? 'b.record_no, ' : ''}b.inspected_at desc, b.qc_value_base_id desc`
    const keys = `select b.qc_value_base_id from qc_value_base b ${where} ${newest} limit +? offset +?`
    const made: [Database.Statement, Database.Statement] = [
      sqlite.prepare(`select ${columns} from qc_value_base b ${joins} where b.qc_value_base_id in (${keys}) ${newest}`),
      sqlite.prepare(`select count(*) as n from qc_value_base b ${where}`),
    ]
    shapes.set(shape, made)
    return made
  }
  server.get('/api/v1/qc/value-base', (c) => {
    const { caller } = c.var
    const given: Record<string, unknown> = c.req.query()
    if (caller.data_scope === '4') given['scope'] = `%/${caller.dept_id}/%`
    const names = Object.keys(filters).filter((name) => given[name] !== undefined)
    const values = names.map((name) => (name.endsWith('Time') ? Date.parse(String(given[name])) : given[name]))
    const [page, total] = shapeOf(names, given['recordNoOrder'] !== undefined)
    const size = Number(given['pageSize'] ?? 20)
    const list = page.all(...values, size, (Number(given['pageIndex'] ?? 1) - 1) * size)
    const { n } = total.get(...values) as { n: number }
    return c.json({ code: 200, msg: '', data: { count: n, list } })
  })

  const one = sqlite.prepare(`select ${columns} from qc_value_base b ${joins} where b.qc_value_base_id = +?`)
  const itemsOf = sqlite.prepare('select * from qc_template_item where version_id = +? order by seq')
  const valuesOf = sqlite.prepare('select * from qc_value where qc_value_base_id = +? order by item_id, sample_no')
  const entries = sqlite.prepare(
    "select * from qc_audit where entity = 'record' and entity_id = +? and action = 'correct' order by id",
  )
  const signatures = sqlite.prepare("select * from qc_signature where entity = 'record' and entity_id = +?")
  const comments = sqlite.prepare('select * from qc_comment where qc_value_base_id = +?')
  const retests = sqlite.prepare('select qc_value_base_id, record_no from qc_value_base where retest_of = +?')
  server.get('/api/v1/qc/value-base/:id', (c) => {
    const id = c.req.param('id')
    const record = one.get(id) as { version_id: number }
    const more = { comments: comments.all(id), signatures: signatures.all(id), retests: retests.all(id) }
    const items = itemsOf.all(record.version_id)
    return c.json({
      code: 200,
      data: { ...record, items, values: valuesOf.all(id), corrections: entries.all(id), ...more },
    })
  })

  const around = (sign: '<' | '>', order: 'desc' | 'asc') =>
    sqlite.prepare(
      `select b.qc_value_base_id, b.record_no, b.inspected_at, avg(v.num) as mean, sum(v.den) as den,
        count(v.num) as n, max(v.judgement) as judgement from
        (select * from qc_value_base where template_id = +? and (inspected_at, qc_value_base_id) ${sign} (+?, +?)
          order by inspected_at ${order}, qc_value_base_id ${order} limit 25) b
        join qc_value v on v.qc_value_base_id = b.qc_value_base_id and v.item_key = +? group by b.qc_value_base_id`,
    )
  const [before, after] = [around('<', 'desc'), around('>', 'asc')]
  server.get('/api/v1/qc/value-item', (c) => {
    const id = Number(c.req.query('qcValueBaseId'))
    const itemKey = c.req.query('itemKey')
    const record = one.get(id) as { template_id: number; inspected_at: number; version_id: number }
    const place = [record.template_id, record.inspected_at, id, itemKey]
    const history = [...before.all(...place), ...after.all(...place)]
    const corrections = entries.all(id)
    const items = itemsOf.all(record.version_id)
    return c.json({ code: 200, data: { record, items, values: valuesOf.all(id), history, corrections } })
  })

  writing(server as unknown as Hono, sqlite)
  return server
}

/** Making and submitting a record: its rows, its number, its sealed entries, each call durable. */
function writing(server: Hono, sqlite: Database.Database) {
  const number = sqlite.prepare(
    `insert into qc_counter (counter_key, last) values ('raw', 1) on conflict do update set last = last + 1 returning last`,
  )
  const likeLast = sqlite.prepare('select * from qc_value_base where template_id = +? limit 1')
  const first = sqlite.prepare('select * from qc_value_base order by qc_value_base_id limit 1')
  const version = sqlite.prepare(
    "select version_id from qc_template_version where template_id = +? and status = 'published'",
  )
  const itemOf = sqlite.prepare('select item_id from qc_template_item where version_id = +? and item_key = +?')
  const head = sqlite.prepare('select last_id, last_hash from qc_audit_head')
  const moveHead = sqlite.prepare('update qc_audit_head set last_id = ?, last_hash = ?')
  const tell = sqlite.prepare(
    `insert into qc_audit (id, at, actor_id, actor_name, entity, entity_id, action, new, request_id, prev_hash, hash)
      values (?, ?, 1, 'bench', 'record', ?, ?, ?, 'bench', ?, ?)`,
  )
  const log = sqlite.prepare(
    `insert into sys_opera_log (at, action, stem, summary, request_method, url, user_id, username, address, user_agent,
      record, name, "after", status, code, latency_ms, request_id)
      values (?, ?, 'qc-record', 'x', 'POST', 'x', 1, 'bench', '', '', ?, ?, '{}', '2', 200, 1, 'bench')`,
  )
  const insertBase = sqlite.prepare(
    `insert into qc_value_base (record_no, product_id, template_id, version_id, lot_id, equipment_id, shift_id,
      business_day, operator_id, operator_name, dept_id, create_by, sign_levels, inspected_at, tz_min, source, status, judgement, content_at,
      created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, 1, 'bench', 1000, 1, 1, ?, 480, 'manual', 'draft', 'OK', ?, ?, ?)`,
  )
  const insertValue = sqlite.prepare(
    `insert into qc_value (qc_value_base_id, item_id, item_key, sample_no, state, raw, num, judgement, entered_by,
      entered_at) values (?, ?, ?, ?, 'present', ?, ?, 'OK', 1, ?)`,
  )
  const submit = sqlite.prepare(
    "update qc_value_base set status = 'submitted', submitted_at = ?, submitted_by = 1, lock_version = 1 where qc_value_base_id = ?",
  )
  const append = (now: number, id: number, action: string, content: string) => {
    const { last_id: lastId, last_hash: lastHash } = head.get() as { last_id: number; last_hash: string }
    const hash = createHash('sha256').update(lastHash).update(content).digest('hex')
    tell.run(lastId + 1, now, id, action, content, lastHash, hash)
    moveHead.run(lastId + 1, hash)
    log.run(now, action, String(id), String(id))
  }
  type Sent = { templateId: number; values: { itemKey: string; sampleNo: number; raw: string }[] }
  const times = (now: number) => [now, now, now, now]
  const of = (like: Like, templateId: number, versionId: number) => [
    like.product_id,
    templateId,
    versionId,
    like.lot_id,
    like.equipment_id,
    like.shift_id,
    '2026-11-20',
  ]
  type Like = Record<'product_id' | 'lot_id' | 'equipment_id' | 'shift_id', number>
  const make = sqlite.transaction((sent: Sent, now: number) => {
    const like = (likeLast.get(sent.templateId) ?? first.get()) as Like
    const { version_id: versionId } = version.get(sent.templateId) as { version_id: number }
    const { item_id: itemId } = itemOf.get(versionId, sent.values[0]!.itemKey) as { item_id: number }
    const { last } = number.get() as { last: number }
    const { lastInsertRowid } = insertBase.run([`RAW-${last}`, ...of(like, sent.templateId, versionId), ...times(now)])
    const id = Number(lastInsertRowid)
    for (const { itemKey, sampleNo, raw } of sent.values) {
      insertValue.run(id, itemId, itemKey, sampleNo, raw, Number(raw), now)
    }
    append(now, id, 'create', `RAW-${last}`)
    return id
  })
  const take = sqlite.transaction((id: number, now: number) => {
    submit.run(now, id)
    append(
      now,
      id,
      'submit',
      JSON.stringify(sqlite.prepare('select * from qc_value where qc_value_base_id = +?').all(id)),
    )
  })
  server.post('/api/v1/qc/value-base', async (c) => {
    const sent = await c.req.json<Sent>()
    return c.json({ code: 200, data: { qcValueBaseId: make.immediate(sent, Date.now()), lockVersion: 0 } })
  })
  server.post('/api/v1/qc/value-base/:id/submit', async (c) => {
    await c.req.json()
    take.immediate(Number(c.req.param('id')), Date.now())
    return c.json({ code: 200, data: null })
  })
}
