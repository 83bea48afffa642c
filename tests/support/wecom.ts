import { afterEach, beforeEach } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { WecomSettings } from '#server/env'
import { createUser } from '#server/access/user/queries'
import { statuses } from '#shared/constants'
import type { WecomQrCode } from '#shared/access/wecom'
import { startApp, type App } from './app'
import { clockAt } from './clock'
import { startFakeWecom } from './fake-wecom'
import { cheapHash } from './password'

/** When each test begins. */
export const start = Date.parse('2026-11-21T08:00:00Z')
/** Of everybody whom `addUser` makes. */
export const PASSWORD = 'wheel of many spokes'

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** For each test a WeCom and an application that signs in by it; there the user `li` is bound to the member `li.jian`. */
export function wecomBench() {
  const clock = clockAt(start)
  /** What is new for each test. */
  const here = {} as { app: App; wecom: ReturnType<typeof startFakeWecom>; li: number }
  let passwordHash: string | undefined

  async function begin(changed: Partial<WecomSettings> = {}) {
    const settings = { wecom: { ...here.wecom.settings, ...changed }, publicUrl: 'https://qc.example' }
    here.app = await startApp({ settings, now: clock.now })
    here.li = await addUser('li', 'Li')
    const binding = { userId: here.li, corpId: 'corp', memberId: 'li.jian', boundAt: clock.now() }
    await here.app.store.tx((db) => db.insert(here.app.store.t.bindings).values(binding))
  }
  async function beginAnew(changed: Partial<WecomSettings>) {
    await here.app.close()
    await begin(changed)
  }
  /** Puts an application with other settings, and nobody in it, in the place of the one there is. */
  async function restart(...options: Parameters<typeof startApp>) {
    await here.app.close()
    here.app = await startApp(...options)
  }
  beforeEach(() => {
    clock.set(start)
    here.wecom = startFakeWecom()
    return begin()
  })
  afterEach(async () => {
    await here.app.close()
    await here.wecom.stop()
  })

  async function addUser(username: string, nickName: string) {
    passwordHash ??= await cheapHash(PASSWORD)
    return createUser(here.app.store, { username, nickName, passwordHash, roleKeys: ['viewer'] }, clock.now())
  }
  const bindings = async () => {
    const { db, t } = here.app.store
    return Object.fromEntries((await db.select().from(t.bindings)).map(({ userId, memberId }) => [userId, memberId]))
  }
  const lastEntry = async () => {
    const { db, t } = here.app.store
    const [entry] = await db.select().from(t.loginLogs).orderBy(desc(t.loginLogs.id)).limit(1)
    if (!entry) return undefined
    const { event, reason, method, userId, status } = entry
    return { event, reason, method, userId, status }
  }

  /** A computer that asks for a QR code: to bind the account of `token` by, or to sign in with. It keeps its cookie. */
  async function computer(token?: string) {
    const caller = here.app.callerWith(token)
    const path = token ? '/user/messenger/crop-qrcode' : '/wechat/crop-qrcode'
    const asked = await caller.send('GET', path, { headers: { 'user-agent': agent } })
    const qr = asked.data as WecomQrCode
    const setCookie = asked.headers.get('set-cookie') ?? ''
    const cookie = setCookie.split(';')[0]!
    let kept = cookie
    async function send(method: string, path: string, body?: object) {
      const answer = await caller.send(method, path, { ...(body && { body }), headers: { cookie: kept } })
      kept = answer.headers.get('set-cookie')?.split(';')[0] ?? kept
      return answer
    }
    const propose = (code: string, state = qr.state) => send('POST', '/user/messenger/proposal', { code, state })
    const agree = (password = PASSWORD) => send('POST', '/user/messenger', { state: qr.state, password })
    return {
      ...qr,
      setCookie,
      cookie,
      send,
      state: qr.state,
      view: async () => (await send('GET', `/wechat/crop-qrcode/${qr.state}`)).data,
      login: (code: string, state = qr.state) => send('POST', '/wechat/crop-qrcode/login', { code, state }),
      propose,
      agree,
      bind: async (code: string) => {
        const proposed = await propose(code)
        return proposed.code === 200 ? agree() : proposed
      },
    }
  }
  const phoneAnswers = (body: object) => here.app.anyone.post('/wechat/crop-qrcode/confirm', body)

  /** What others do at the worst moment: after all was looked at, and before it is written. */
  function beforeNextWrite(change: () => Promise<unknown>) {
    const tx = here.app.store.tx
    here.app.store.tx = async (work) => {
      here.app.store.tx = tx
      await change()
      return tx(work)
    }
  }
  const disable = (userId: number) =>
    here.app.store.tx((db) =>
      db.update(here.app.store.t.users).set({ status: statuses.off }).where(eq(here.app.store.t.users.userId, userId)),
    )

  /** One attempt from the QR code to the answer, by a member with a fresh code. */
  const signIn = async (memberId = 'li.jian') => (await computer()).login(here.wecom.codeOf(memberId))

  return {
    here,
    clock,
    beginAnew,
    restart,
    addUser,
    bindings,
    lastEntry,
    computer,
    phoneAnswers,
    beforeNextWrite,
    disable,
    signIn,
  }
}
