import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DEFAULT_AVATAR } from '#server/access/files/default-pictures'
import { createUser } from '#server/access/user/queries'
import { startApp, type App } from '../support/app'
import { cheapHash } from '../support/password'

/**
 * The two published front ends of this API family, by the shapes of their requests. They read `code` alone, so each is
 * answered HTTP 200: by the server's setting, or by a header that a proxy in front of it adds.
 */
const json = { accept: 'application/json, text/plain, */*', 'content-type': 'application/json' }
const clients: [name: string, client: { beside: object; headers: Record<string, string> }][] = [
  ['the Vue 2 client', { beside: { rememberMe: false }, headers: json }],
  ['the Vue 3 client', { beside: {}, headers: { ...json, 'content-type': 'application/json;charset=utf-8' } }],
]
const ways: [how: string, settings: object, headers: Record<string, string>][] = [
  ['a server set to HTTP 200', { envelopeStatus: '200' }, {}],
  ['a proxy that asks for HTTP 200', { envelopeStatus: 'http' }, { 'x-envelope-status': '200' }],
]

describe.each(ways)('through %s', (_, settings, added) => {
  let app: App
  beforeAll(async () => {
    app = await startApp({ settings })
    const passwordHash = await cheapHash('caliper-demo')
    await createUser(app.store, { username: 'li', nickName: 'Li', passwordHash, roleKeys: ['viewer'] }, Date.now())
  })
  afterAll(() => app.close())

  describe.each(clients)('%s', (__, { beside, headers: own }) => {
    const headers = { ...own, ...added }
    const attempt = async (password: string) => {
      const { id: uuid } = await app.anyone.send('GET', '/captcha', { headers })
      const body = { username: 'li', password, code: '1234', uuid, ...beside }
      return app.anyone.send('POST', '/login', { body, headers })
    }

    test('signs in, loads user and menu, and signs out', async () => {
      const { code, token } = await attempt('caliper-demo')
      expect(code).toBe(200)
      const caller = app.callerWith(token as string)
      const { data: user } = await caller.send('GET', '/getinfo', { headers })
      expect(user).toMatchObject({ userName: 'li', roles: ['viewer'], avatar: DEFAULT_AVATAR })
      expect((await caller.send('GET', '/menurole', { headers })).data).toBeArray()
      expect((await caller.send('POST', '/logout', { body: '', headers })).code).toBe(200)
      expect((await caller.send('GET', '/getinfo', { headers })).code).toBe(401)
    })

    test('reads a failed sign-in from the code, with a message and never 401', async () => {
      const { code, msg, http } = await attempt('wrong')
      expect({ code, http }).toEqual({ code: 400, http: 200 })
      expect(msg).not.toBeEmpty()
    })

    test('hears of a token that is stale by its code', async () => {
      const { code, http } = await app.callerWith('stale').send('GET', '/getinfo', { headers })
      expect({ code, http }).toEqual({ code: 401, http: 200 })
    })
  })
})
