import Database from 'better-sqlite3'
import { describe, expect, test } from 'bun:test'
import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { Hono } from 'hono'
import { existsSync } from 'node:fs'
import type { SessionEnv } from '#server/access/session/session-env'
import { answerWithPatience } from '#server/platform/http/patience'
import { appendAudit, canonical, type AuditRow } from '#server/qc/audit/append'
import { listAudit } from '#server/qc/audit/list'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { spawnCommand } from '../../support/commands'
import { testFolder } from '../../support/folder'
import { auditedPlant } from '../../support/qc/audited-plant'
import { done, draftBy, step } from '../../support/qc/plant'
import { disarm, seenIn } from '../../support/qc/tampering'
import { isPostgres } from '../../support/store'

/** What a verification answers, of entries too, and how it runs: by the API and by the command. */
const {
  app,
  store,
  plant,
  template,
  auditor,
  approved,
  corrected,
  draft,
  plain,
  run,
  foundAfter,
  rewrite,
  ofValue,
  entries,
  firstOfLine,
  entryOf,
  numberOf,
} = await auditedPlant()
const { approver } = plant
const { audits } = store.t

test('a template that asks for other signatures by now makes nothing of the past untrue (S72)', async () => {
  async function asking(signLevels: number, { templateId }: { templateId: number }) {
    const { code, name, stage } = done(await plant.engineer.get(`/qc/template/${templateId}`))
    done(await plant.engineer.put(`/qc/template/${templateId}`, { code, name, stage, signLevels }))
  }
  await asking(1, plain)
  await asking(0, template)
  expect(await verifyAudit(store)).toMatchObject({ isWhole: true, faultCount: 0 })
})

test('data that nobody has tampered with is whole', async () => {
  const { data } = await auditor.get('/qc/audit/verify')
  const last = (await entries()).at(-2)! // then came the entry of this verification
  expect(data).toMatchObject({ isWhole: true, faultCount: 0, faults: [], firstBroken: null, records: 7, versions: 3 })
  expect(data).toMatchObject({ entries: last.id, headHash: last.hash, signatures: 2 + 1 + 3 + 3 + 1 })
})

/** A submission as the trail has it, with something else in a place of it. */
const otherwise = (row: AuditRow, change: object) => JSON.stringify({ ...JSON.parse(row.new!), ...change })

describe('a forged entry is a fault, and never a failure (S71)', () => {
  type Forged = [what: string, action: string, forge: (row: AuditRow) => Partial<AuditRow>]
  const forged: Forged[] = [
    ['a submission that is no JSON', 'submit', () => ({ new: 'not json' })],
    ['a submission of nothing', 'submit', () => ({ new: null })],
    ['an empty submission', 'submit', () => ({ new: '{}' })],
    ['a submission that is a list', 'submit', () => ({ new: '[]' })],
    ['a submission that is null', 'submit', () => ({ new: 'null' })],
    ['a submission that is text', 'submit', () => ({ new: '"x"' })],
    ['a submission without values', 'submit', (row) => ({ new: otherwise(row, { values: null }) })],
    ['values that are none', 'submit', (row) => ({ new: otherwise(row, { values: [7, 'x'] }) })],
    ['signatures that there are not', 'submit', (row) => ({ new: otherwise(row, { signLevels: 7 }) })],
    ['a number that is text', 'submit', (row) => ({ new: otherwise(row, { lotId: 'x' }) })],
    ['a state that there is not', 'approve', () => ({ old: 'lost' })],
    ['a new state that there is not', 'approve', () => ({ new: '__proto__' })],
    ['no state at all', 'approve', () => ({ old: null, new: null })],
  ]
  test.each(forged)('%s', async (_, action, forge) => {
    const { id } = await entryOf(approved, action)
    const sealed = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, ...forge(row) } : row)))
    expect(sealed.faults).toMatchObject([
      { kind: 'entry', auditId: id, message: `The content of entry ${id} cannot be read` },
    ])
    const plainly = await foundAfter(async (db) => {
      const row = (await entries(db)).find((entry) => entry.id === id)!
      await db.update(audits).set(forge(row)).where(eq(audits.id, id))
    })
    expect(plainly.faults).toMatchObject([{ kind: 'entry', auditId: id, message: `Entry ${id} was changed` }])
  })

  test.each([null, '', 'version', 'version/x', 'version/1/2', 'version/99999999999999999999'])(
    'a publication of the version %p',
    async (field) => {
      const { id } = (await entries()).find(({ action }) => action === 'publish')!
      const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, field } : row)))
      expect(faults).toMatchObject([
        { kind: 'entry', auditId: id, message: `The content of entry ${id} cannot be read` },
      ])
    },
  )

  // ids are of 32 bits on PostgreSQL
  const far = isPostgres ? [2_147_483_647, -2_147_483_648] : [9e15, -9e15]
  test.each(far)('an entry about record %d is looked at without walking there', async (entityId) => {
    const { id } = await entryOf(draft, 'comment')
    const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, entityId } : row)))
    expect(faults.map(({ kind, qcValueBaseId }) => ({ kind, qcValueBaseId })).toSorted(byRecord)).toEqual(
      [
        { kind: 'comment' as const, qcValueBaseId: draft },
        { kind: 'record' as const, qcValueBaseId: entityId },
      ].toSorted(byRecord),
    )
  })
  const byRecord = (a: { qcValueBaseId?: number | undefined }, b: typeof a) => a.qcValueBaseId! - b.qcValueBaseId!

  test.each(far)('a publication of template %d', async (entityId) => {
    const { id } = (await entries()).find((entry) => entry.action === 'publish')!
    const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, entityId } : row)))
    expect(faults).toHaveLength(2)
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'version', templateId: entityId }))
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'version', templateId: template.templateId }))
  })

  test.each(far.filter((id) => id > 0))('a mark of the end at entry %d', async (lastId) => {
    const end = (await entries()).at(-1)!.id
    const { faults } = await foundAfter((db) => db.update(store.t.auditHeads).set({ lastId }))
    expect(faults).toMatchObject([{ kind: 'entry', auditId: end + 1 }])
  })

  test.skipIf(isPostgres)('a record under an id that no number holds', async () => {
    const { faults } = await foundAfter(async (db) => {
      const columns = Object.values(getTableColumns(store.t.valueBases)).map(({ name }) => name)
      const copied = columns.map((name) => {
        if (name === 'qc_value_base_id') return '9223372036854775806'
        return name === 'record_no' ? "'C21-9'" : name
      })
      const [into, from] = [columns.join(), copied.join()]
      await run(
        db,
        sql.raw(
          `insert into qc_value_base (${into}) select ${from} from qc_value_base where qc_value_base_id = ${draft}`,
        ),
      )
    })
    expect(faults).toMatchObject([
      { kind: 'record', recordNo: 'C21-9', message: 'Record C21-9 is not in the audit trail' },
    ])
  })

  test('an entry of a time that is none is listed all the same', async () => {
    const at = 8_640_000_000_000_001
    const { list } = await seenIn(store, async (db) => {
      await disarm(store, db)
      await run(db, sql`update qc_audit set at = ${at} where id = ${await firstOfLine(db)}`)
      return listAudit({ ...store, db }, { pageIndex: 1, pageSize: 5, orders: [['auditId', 'asc']] })
    })
    expect(list).toContainEqual(
      expect.objectContaining({ auditId: await firstOfLine(), at: new Date(0).toISOString() }),
    )
  })
})

test('submissions of before they told when values were entered are held against what they tell (S72)', async () => {
  const older = (row: AuditRow): AuditRow => {
    if (row.action !== 'submit' || row.field !== null) return row
    const { contentAt: _at, deptId: _dept, values, ...content } = JSON.parse(row.new!)
    const told = values.map(({ enteredAt: _entered, ...value }: { enteredAt: number }) => value)
    return { ...row, new: canonical({ ...content, values: told }) }
  }
  expect(await foundAfter((db) => rewrite(db, older))).toMatchObject({ isWhole: true, faults: [] })
  const after = (change: SQL, where: SQL) =>
    foundAfter(async (db) => {
      await rewrite(db, older)
      await run(db, sql`update qc_value set ${change} where ${where}`)
    })
  expect((await after(sql`raw = '10.09'`, ofValue(approved, 1))).faults).toMatchObject([
    { kind: 'value', found: '10.09' },
  ])
  // of a corrected value the correction tells
  expect((await after(sql`entered_at = 1`, ofValue(corrected, 2))).faults).toMatchObject([
    { kind: 'value', sampleNo: 2 },
  ])
})

const another = await app.signedIn('qc:audit:verify')

test('a verification is written down, and a second one at the same time has to wait', async () => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>()
  const { auditHeads } = store.t
  const { promise: holding, resolve: isHeld } = Promise.withResolvers<void>()
  // whoever writes to the trail waits, and so does the first verification, with its last step
  const writer = store.tx(async (db) => {
    await db.update(auditHeads).set({ id: 1 })
    isHeld()
    await held
  })
  await holding
  const both = [auditor.get('/qc/audit/verify'), another.get('/qc/audit/verify')]
  expect(await Promise.race(both)).toMatchObject({ code: 429, msg: expect.stringContaining('already running') })
  free()
  await writer
  expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([200, 429])
  const last = (await entries()).at(-1)!
  expect(last).toMatchObject({ entity: 'audit', action: 'verify' })
  expect(JSON.parse(last.new!)).toMatchObject({ isWhole: true, faultCount: 0 })
  expect(await auditor.get('/qc/audit/verify')).toMatchObject({ code: 200, data: { entries: last.id } })
})

test('a verification that takes long keeps its connection with blanks, which readers of JSON skip', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<number>()
  const patient = new Hono<SessionEnv>().get('/', (c) => answerWithPatience(c, work, (data) => c.json({ data }), 1))
  const response = await patient.request('/')
  let read = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    read += piece
    if (read === '  ') finish(7)
  }
  expect(read).toMatch(/^ {2,}\{"data":7\}$/)
  expect(JSON.parse(read)).toEqual({ data: 7 })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('records that are made while it runs are no faults', async () => {
  const verifying = verifyAudit(store)
  for (let n = 0; n < 5; n++) {
    const record = await draftBy(plant.inspector, template)
    expect((await step(plant.inspector, 'submit', record)).code).toBe(200)
  }
  expect(await verifying).toMatchObject({ isWhole: true, faultCount: 0 })
})

test('one value changed in the database for good: the call names it, and the record shows its signature broken', async () => {
  await store.tx(async (db) => {
    const rearm = await disarm(store, db)
    await run(db, sql`update qc_value set raw = '10.04', num = 10.04 where ${ofValue(approved, 1)}`)
    await rearm()
  })
  const { data } = await auditor.get('/qc/audit/verify')
  expect(data.faults).toMatchObject([
    {
      kind: 'value',
      qcValueBaseId: approved,
      itemName: 'Thickness',
      sampleNo: 1,
      expected: '10.00',
      found: '10.04',
      message: `Record ${await numberOf(approved)}: value of Thickness, sample 1, differs from the audit trail`,
    },
  ])
  const { data: record } = await approver.get(`/qc/value-base/${approved}`)
  expect(record.signatures.map(({ state }: { state: string }) => state)).toEqual(['broken', 'broken'])
})

describe.skipIf(isPostgres)('the command verifies the data, beside a server or without one', () => {
  const folder = testFolder()
  const verify = async () => {
    const command = spawnCommand([process.execPath, 'run', 'caliper', 'audit', 'verify'], {
      env: { CALIPER_DATA_DIR: folder },
    })
    return { code: await command.ended(), ...command.written }
  }
  const opened = () => openStore({ dataDir: folder, databaseUrl: undefined })

  test('it makes no database where there is none', async () => {
    expect(await verify()).toMatchObject({ code: 2, err: expect.stringContaining('There is no database in') })
    expect(existsSync(databasePath(folder))).toBe(false)
  })

  test('beside a server that runs on them', async () => {
    const running = await opened()
    const by = { userId: 1, name: '王芳', now: 1, requestId: 'test' }
    const entry = { entity: 'audit', entityId: 0, action: 'verify' } as const
    await running.tx((db) => appendAudit(running, db, by, [entry]))
    expect(await verify()).toMatchObject({
      code: 0,
      out: expect.stringContaining('The audit trail is whole: 1 entry, 0 records'),
    })
    await running.close()
  })

  test('changed data end it with 1 and a sentence', async () => {
    const tampered = await opened()
    await tampered.tx(async (db) => {
      const rearm = await disarm(tampered, db)
      await run(db, sql`update qc_audit set actor_name = 'somebody' where id = 1`)
      await rearm()
    })
    await tampered.close()
    const told = expect.stringMatching(/^Entry 1 was changed\.\n.*: 1 entry, .* signatures, .*, 1 fault\.$/m)
    expect(await verify()).toMatchObject({ code: 1, out: told })
  })

  test('what they hold gives no orders to the terminal: it could hide that it was changed', async () => {
    const tampered = new Database(databasePath(folder))
    tampered.pragma('foreign_keys = off')
    tampered.pragma('ignore_check_constraints = on')
    const columns = tampered.pragma('table_info(qc_value_base)') as { name: string; type: string; notnull: number }[]
    const given: Record<string, string> = { record_no: '\u001b[8m\u009b8m\u202e', status: 'draft', judgement: 'none' }
    const row = columns.map(({ name, type, notnull }) => given[name] ?? (notnull ? (type === 'text' ? 'x' : 1) : null))
    tampered.prepare(`insert into qc_value_base values (${row.map(() => '?').join()})`).run(...row)
    tampered.close()
    const { code, out } = await verify()
    expect([code, /[^\P{C}\n]/u.test(out)]).toEqual([1, false])
    expect(out).toContain('Record \\u001b[8m\\u009b8m\\u202e is not in the audit trail.')
  })
})
