import { afterAll, describe, expect, test } from 'bun:test'
import { eq, sql, type SQL } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { migrationsOf } from '#server/platform/store/migrations'
import { createUser } from '#server/access/user/queries'
import { startApp } from '../../support/app'
import { done, draftBy, qcPlant, stepped } from '../../support/qc/plant'
import { isPostgres } from '../../support/store'

const app = await startApp()
const { store } = app
afterAll(app.close)

const plant = await qcPlant(app)
const template = await plant.template({ signLevels: 1 })
const { admin, inspector } = plant

let made = 0
/** Somebody of the plant with a name of their own. */
async function person(roleKey = 'inspector') {
  const someone = await plant.person(roleKey)
  const username = `signer.${++made}`
  const nickName = `签名人 ${made}`
  await store.tx((db) =>
    db
      .update(store.t.users)
      .set({ username, usernameKey: username, nickName })
      .where(eq(store.t.users.userId, someone.userId)),
  )
  return { ...someone, username, nickName }
}
const submittedBy = async (someone: typeof inspector) => stepped(someone, 'submit', await draftBy(someone, template))
const create = (username: string) =>
  admin.post('/sys-user', { username, nickName: '新人', password: 'a fine first one', status: '2' })
const rename = (userId: number, username: string, nickName = '新人') =>
  admin.put(`/sys-user/${userId}`, { username, nickName, status: '2' })
const remove = (...ids: number[]) => admin.delete('/sys-user', { ids })
const isReserved = { code: 409, errors: { username: expect.stringContaining('signed records under this user name') } }

describe('who has written quality records', () => {
  test('is not deleted, alone or with others, and can be disabled', async () => {
    const [signer, other] = [await person(), await person()]
    await submittedBy(signer)
    const refusal = { code: 409, msg: expect.stringContaining(signer.nickName) }
    expect(await remove(signer.userId)).toMatchObject(refusal)
    expect(await remove(other.userId, signer.userId)).toMatchObject(refusal)
    expect((await admin.get(`/sys-user/${other.userId}`)).code).toBe(200)
    done(await admin.put('/user/status', { userId: signer.userId, status: '1' }))
    done(await remove(other.userId))
  })

  test('keeps the old name after a rename: nobody else gets it by creation, rename, import or restore (S73)', async () => {
    const [signer, leaver, other] = [await person(), await person(), await person()]
    await submittedBy(signer)
    done(await remove(leaver.userId))
    done(await rename(signer.userId, leaver.username))
    done(await rename(signer.userId, 'another.name'))
    // that name was used for an act before it was given up
    await submittedBy(signer)
    done(await rename(signer.userId, 'third.name'))

    for (const name of [signer.username, signer.username.toUpperCase(), 'another.name']) {
      expect(await create(name)).toMatchObject(isReserved)
      expect(await rename(other.userId, name)).toMatchObject(isReserved)
      const user = { username: name, nickName: 'x', passwordHash: 'x', roleKeys: [] }
      await expect(createUser(store, user, Date.now())).rejects.toMatchObject({ key: 'user.nameReserved' })
    }
    const file = new FormData()
    file.append('file', new File([`账号,姓名,密码\n${signer.username},某人,a fine first one\n`], 'users.csv'))
    const imported = await app.app.request('/api/v1/sys-user/import?dryRun=true', {
      method: 'POST',
      body: file,
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    })
    expect(JSON.stringify(await imported.json())).toContain('signed records under this user name')
    expect(await admin.post('/sys-user/restore', { ids: [leaver.userId] })).toMatchObject({ code: 409 })
    done(await rename(signer.userId, signer.username))
  })

  test('a name under which nothing was written is free again', async () => {
    const leaver = await person()
    done(await remove(leaver.userId))
    done(await create(leaver.username))
  })
})

test('the printed copy names the submitter as they were called when they submitted', async () => {
  const signer = await person()
  const { qcValueBaseId: id } = await submittedBy(signer)
  const before = `${signer.nickName} (${signer.username})`
  expect(done(await inspector.get(`/qc/value-base/${id}/print`))).toMatchObject({ submittedByName: before })
  done(await rename(signer.userId, 'renamed.signer', '换了名字'))
  expect(done(await inspector.get(`/qc/value-base/${id}/print`))).toMatchObject({ submittedByName: before })
  expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
})

test('the migration reserves names of the trail, and of who lies in the trash, and names submitters', async () => {
  const [signer, leaver, unnamed] = [await person(), await person(), await person()]
  const { qcValueBaseId: id } = await submittedBy(signer)
  await submittedBy(leaver)
  await submittedBy(unnamed)
  const { t } = store
  // as versions before this one left it: deleted although they had signed
  await store.tx(async (db) => {
    const [row] = await db.select().from(t.users).where(eq(t.users.userId, leaver.userId))
    const content = JSON.stringify([[{ ...row, usernameKey: 'renamed.before' }]])
    const kept = { kind: 'user' as const, recordId: leaver.userId, name: 'x', content }
    await db.insert(t.trash).values({ ...kept, deletedBy: 1, deletedByName: 'x', deletedAt: 0 })
    await db.delete(t.reservedNames)
    await db.update(t.valueBases).set({ submittedByName: null })
    const { statements } = migrationsOf(isPostgres ? 'postgres' : 'sqlite').find(({ statements }) =>
      statements.some((statement) => statement.includes('sys_reserved_name')),
    )!
    for (const statement of statements.filter((text) => /^\s*(INSERT|UPDATE)/.test(text))) {
      if (isPostgres) await (db as unknown as { execute(query: SQL): Promise<unknown> }).execute(sql.raw(statement))
      else (db as unknown as { run(query: SQL): unknown }).run(sql.raw(statement))
    }
  })
  const rows = await store.db.select().from(t.reservedNames)
  const owners = new Map(rows.map(({ usernameKey, userId }) => [usernameKey, userId]))
  expect(owners.get(signer.username)).toBe(signer.userId)
  expect(owners.get(leaver.username)).toBe(leaver.userId)
  expect(owners.get('renamed.before')).toBe(leaver.userId)
  const [record] = await store.db.select().from(t.valueBases).where(eq(t.valueBases.qcValueBaseId, id))
  expect(record!.submittedByName).toBe(`${signer.nickName} (${signer.username})`)
})
