import * as fc from 'fast-check'
import { expect } from 'bun:test'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { statuses } from '#shared/constants'
import { startApp, type App } from '../support/app'
import { done } from '../support/qc/plant'
import { signInAs } from '../support/sign-in'
import { isPostgres } from '../support/store'
import type { Person } from './actions'
import { aim, newPlant, perform, refusals, type Aimed, type Plant } from './plant'
import { sequence, type Sequence } from './sequences'
import { BEGIN, hire, openWorld, told, usersOf, type Staff, type World } from './world'

const LOTS = 2
/** Sequences that are played at the same time, in one database. Transactions of PostgreSQL that meet are done anew. */
const LANES = isPostgres ? 2 : 4
/** A database is followed by a new one after so many. */
const MOST_IN_ONE = 400

/** What came of actions, by what they were and by the codes of their answers. */
type Outcomes = Record<string, Record<number, { all: number; alone: number }>>
type Played = { sequences: number; actions: number; done: number; outcomes: Outcomes }

/** How often each action was done, and refused by what: by a code that was the only reason for it too. */
export const outcomeLines = ({ outcomes }: Played): string[] =>
  Object.entries(outcomes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([action, { 200: done, ...refused }]) => {
      const why = Object.entries(refused).map(([code, { all, alone }]) => `${code} ${all} (${alone} alone)`)
      return `${action}: done ${done?.all ?? 0}; refused ${why.join(', ') || 'never'}`
    })

/** @param isAlone whether no other answer would have done */
function count({ outcomes }: Played, action: string, code: number, isAlone: boolean) {
  const outcome = ((outcomes[action] ??= {})[code] ??= { all: 0, alone: 0 })
  outcome.all++
  if (isAlone) outcome.alone++
}

/**
 * Plays random sequences against the product and the model.
 * @throws at the first that differs, made as short as it can be, with its seed
 */
export async function playSequences(count: number, seed: number, report?: (played: Played) => void): Promise<Played> {
  const played: Played = { sequences: 0, actions: 0, done: 0, outcomes: {} }
  for (let from = 0; from < count; from += MOST_IN_ONE) {
    await playInOne(Math.min(MOST_IN_ONE, count - from), seed + from, played)
    report?.(played)
  }
  return played
}

async function playInOne(count: number, seed: number, played: Played) {
  let clock = BEGIN
  const app = await startApp({ now: () => clock++, isDocumented: false })
  let isOver = false
  try {
    const lanes = Math.min(LANES, count)
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const staff = await hire(app)
        let number = 0
        const property = fc.asyncProperty(sequence, async (one) => {
          if (isOver && !isMine) return
          await playOne(app, staff, `m${lane}-${++number}`, one, played).catch((error: unknown) => {
            isOver = isMine = true // the others make way for it
            throw error
          })
        })
        let isMine = false
        const numRuns = Math.ceil((count - lane) / lanes)
        await fc.assert(property, { seed: seed + lane, numRuns, includeErrorInReport: true })
      }),
    )
    const { found } = await verifyAudit(app.store)
    expect(found).toEqual([])
  } finally {
    await app.close()
  }
}

/** Whoever differs from the model is told with all that was done before. */
async function playOne(app: App, staff: Staff, product: string, { levels, moves }: Sequence, played: Played) {
  let plant = newPlant(levels, LOTS)
  const trace: string[] = []
  try {
    await reset(app, staff)
    const world = await openWorld(app, staff, product, { levels, lots: LOTS })
    let actions = 0
    for (const move of moves) {
      const aimed = move.flatMap((action) => aim(plant, actions++, action) ?? [])
      plant = await together(world, plant, aimed, trace, played)
      await returnWhoIsBack(app, staff, plant)
    }
    await expectAll(world, plant)
    played.sequences++
  } catch (error) {
    for (const member of Object.values(staff)) member.token = undefined // nobody knows whose session is over
    const said = error instanceof Error ? error.message : String(error)
    throw new Error(`${said}\n\nSignatures: ${levels}\n${trace.join('\n')}`, { cause: error })
  }
}

/** Actions that are asked for at the same moment come to what they would have come to one after the other, in some order. */
async function together(world: World, plant: Plant, aimed: Aimed[], trace: string[], played: Played): Promise<Plant> {
  if (aimed.length > 1) trace.push(`  at once:`)
  const answers = await Promise.all(
    aimed.map(async (one) => {
      const answer = await world.play(one)
      trace.push(`${aimed.length > 1 ? '    ' : '  '}${one.id}: ${told(one.action)} -> ${answer.code} ${answer.msg}`)
      played.actions++
      if (answer.code === 200) played.done++
      return answer
    }),
  )
  if (aimed.length === 0) return plant
  for (const [index, one] of aimed.entries()) {
    const { code } = answers[index]!
    count(played, one.action.do, code, aimed.length === 1 && refusals(plant, one).every((reason) => reason === code))
  }
  const [first] = aimed
  if (aimed.length === 1) {
    const why = refusals(plant, first!)
    const { code } = answers[0]!
    if (!fits(code, why)) throw new Error(`Answered ${code}, not ${why.length > 0 ? why.join(' or ') : 200}`)
    if (why.length > 0) return plant
    perform(plant, first!)
    world.expectAnswered(plant, first!, answers[0]!)
    return plant
  }
  const ends = endsOf(
    plant,
    aimed.map((one, index) => ({ one, code: answers[index]!.code })),
  )
  if (ends.length === 0) throw new Error('No order of these actions is answered like this.')
  if (ends.length === 1) return ends[0]!
  const seen = world.asSeen(await world.look())
  const end = ends.find((after) => Bun.deepEquals(seen, world.asModelled(after)))
  if (!end) expect(seen).toEqual(world.asModelled(ends[0]!))
  return end!
}

/** What actions come to that were answered like this, in all orders that can be: those that differ. */
function endsOf(plant: Plant, answered: { one: Aimed; code: number }[]): Plant[] {
  if (answered.length === 0) return [plant]
  const ends: Plant[] = []
  for (const first of answered) {
    const why = refusals(plant, first.one)
    if (!fits(first.code, why)) continue
    const after = why.length > 0 ? plant : structuredClone(plant)
    if (why.length === 0) perform(after, first.one)
    const rest = answered.filter((other) => other !== first)
    for (const end of endsOf(after, rest)) if (!ends.some((known) => Bun.deepEquals(known, end))) ends.push(end)
  }
  return ends
}

/** Whether it was done, or refused for one of the reasons that there are. */
const fits = (code: number, why: readonly number[]) => (why.length === 0 ? code === 200 : why.includes(code))

/** Every write that was answered is there, and nothing else. */
async function expectAll(world: World, plant: Plant) {
  const looked = await world.look()
  expect(world.asSeen(looked)).toEqual(world.asModelled(plant))
  for (const record of looked.records)
    world.expectRecord(plant, world.actionOf.record.get(record.qcValueBaseId)!, record)
}

/** Whoever was disabled has no session; enabled again they sign in, and what they had before stays over. */
async function returnWhoIsBack(app: App, staff: Staff, { staff: now }: Plant) {
  for (const [name, person] of Object.entries(now)) {
    if (!person.isOn || !person.isIn || person.hasSession) continue
    const member = staff[name as Person]
    expect((await app.callerWith(member.token).get('/getinfo')).http).toBe(401)
    await signIn(app, member)
    person.hasSession = true
  }
}

async function signIn({ store }: App, member: Staff[Person]) {
  const life = { sessionIdleMs: 3_600_000, sessionMaxMs: 24 * 3_600_000 }
  member.token = (await signInAs(store, member.userId, BEGIN, life)).token
}

/** Everybody as a sequence finds them. */
async function reset(app: App, staff: Staff) {
  for (const member of Object.values(staff)) if (!member.token) await signIn(app, member)
  const admin = app.callerWith(staff.admin.token)
  const users = await usersOf(app, staff)
  for (const [index, [name, member]] of Object.entries(staff).entries()) {
    const { userId, roleId, name: username } = member
    const { status, roleIds } = users[index]
    if (status === statuses.on && roleIds.length > 0) continue
    done(await admin.put(`/sys-user/${userId}`, { username, nickName: name, roleIds: [roleId], status: statuses.on }))
    await signIn(app, member)
  }
}
