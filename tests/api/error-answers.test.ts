import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { startApp } from '../support/app'

const app = await startApp()
const boss = await app.signedIn('*:*:*')
afterAll(app.close)
app.app.get('/api/v1/fault', () => {
  throw new Error('no such file: /var/lib/caliper/private', { cause: new Error('behind it') })
})

/** As a client sends it: an object of JavaScript would lose such a key on the way. */
const raw = (fields: string) => `{"roleName":"Night","roleKey":"night","roleSort":1,"status":"2","remark":""${fields}}`

describe('a fault of ours (S61)', () => {
  test('is told without detail; that stands in the log, under the id of the answer', async () => {
    let logged = ''
    const spy = spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((logged += String(text))))
    const answer = await boss.get('/fault')
    await new Promise(setImmediate)
    spy.mockRestore()
    expect([answer.code, answer.data]).toEqual([500, null])
    const { headers: _, ...told } = answer
    expect(JSON.stringify(told)).not.toMatch(/private|behind|at \w+ \(|\.ts:/)
    expect(answer.msg).toContain(String(answer['requestId']))
    const line = logged.split('\n').find((one) => one.includes('"event":"fault"'))!
    expect(JSON.parse(line)).toMatchObject({
      requestId: answer['requestId'],
      error: expect.stringContaining('private'),
    })
  })
})

describe('keys that reach for the prototype change nothing (S47)', () => {
  test.each([
    ['__proto__', ',"__proto__":{"status":"1","permissions":["*:*:*"]}'],
    ['constructor', ',"constructor":{"prototype":{"isAdmin":true}}'],
    ['prototype', ',"prototype":{"status":"1"}'],
    ['nested', ',"menuIds":[],"x":{"__proto__":{"y":1}}'],
  ])('%s', async (_, fields) => {
    const { code, data } = await boss.send('POST', '/role', { body: raw(fields) })
    expect(code).toBe(200)
    const { data: role } = await boss.get(`/role/${data}`)
    expect(role).toMatchObject({ roleKey: 'night', status: '2' })
    expect(Object.keys(role)).not.toContain('prototype')
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['permissions']).toBeUndefined()
    expect((await boss.delete('/role', { ids: [data] })).code).toBe(200)
  })

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    'as a key of settings or a sort column: %s',
    async (name) => {
      expect((await boss.get(`/configKey/${name}`)).code).toBe(404)
      expect((await boss.get(`/role?${name}Order=asc&${name}=1`)).code).toBe(200)
      expect((await boss.send('PUT', '/set-config', { body: `{"${name}":"x"}` })).code).toBeLessThan(500)
    },
  )
})
