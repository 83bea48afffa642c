import Database from 'better-sqlite3'
import { expect, test } from 'bun:test'
import { keepLog } from '#server/platform/log/index'
import type { Store } from '#server/platform/store/index'
import { startApp } from '../support/app'
import { openTestStore } from '../support/store'

test('requests, malformed ones too, leave no password, token, captcha answer, cookie or query in the log (S26, S100)', async () => {
  let written = ''
  keepLog({ write: (lines) => void (written += lines), writeNow: () => {}, dropped: () => 0 })
  const app = await startApp({ settings: { logRequests: true } })
  const secret = 'Zm9vYmFyc2VjcmV0'
  const json = { 'content-type': 'application/json' }
  const requests: [string, RequestInit][] = [
    [`/api/v1/getinfo?token=${secret}`, {}],
    [`/api/v1/qc/bigscreen?token=${secret}`, { headers: { authorization: `Bearer ${secret}` } }],
    ['/api/v1/getinfo', { headers: { authorization: `bearer  ${secret}`, cookie: `Admin-Token=${secret}` } }],
    ['/api/v1/login', { method: 'POST', headers: json, body: `{"username":"admin","password":"${secret}` }],
    [
      '/api/v1/login',
      { method: 'POST', headers: json, body: JSON.stringify({ username: 'x', password: secret, code: secret }) },
    ],
    ['/api/v1/login', { method: 'POST', body: `password=${secret}` }],
    ['/refreshtoken', { method: 'POST', headers: { authorization: `Bearer ${secret}` } }],
    [`/static/uploadfile/x?key=${secret}`, {}],
    [`/api/v1/wechat/crop-qrcode/${'f'.repeat(32)}?code=${secret}`, {}],
    ['/api/v1/setup', { method: 'POST', headers: json, body: JSON.stringify({ token: secret, password: secret }) }],
  ]
  for (const [path, init] of requests) await app.app.request(path, init)
  await new Promise(setImmediate) // the log is written once a turn
  keepLog()
  await app.close()
  const lines = written
    .trimEnd()
    .split('\n')
    .map((text): Record<string, unknown> => JSON.parse(text))
  expect(lines.filter(({ event }) => event === 'request')).toHaveLength(requests.length)
  expect(lines.filter(({ requestId }) => !requestId)).toEqual([])
  expect(written).not.toContain(secret)
})

test('sign-ins, refusals and faults of the storage are told, each under its request (S102)', async () => {
  let written = ''
  const store = await openTestStore()
  let isFull = false
  const tx: Store['tx'] = (work) => {
    if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    return store.tx(work)
  }
  const app = await startApp({ store: { ...store, tx }, settings: { mode: 'production', logRequests: true } })
  const clerk = await app.signedIn('admin:sysPost:add')
  keepLog({ write: (lines) => void (written += lines), writeNow: () => {}, dropped: () => 0 })
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers: json, body: JSON.stringify({ username: 'nobody-here', password: 'wrong' }) }
  await app.app.request('/api/v1/login', login)
  expect((await clerk.get('/role')).code).toBe(403)
  isFull = true
  expect((await clerk.post('/post', { postName: 'x', postCode: 'x', sort: 1, status: '2' })).code).toBe(507)
  await new Promise(setImmediate) // the log is written once a turn
  keepLog()
  isFull = false
  await app.close()
  const lines = written
    .trimEnd()
    .split('\n')
    .map((text): Record<string, unknown> => JSON.parse(text))
  expect(lines.map(({ event, fault, status }) => [event, fault ?? status ?? '-'])).toEqual([
    ['sign-in', '-'],
    ['request', expect.any(Number)],
    ['request', expect.any(Number)],
    ['store', 'full'],
    ['request', expect.any(Number)],
  ])
  expect(lines.filter(({ event }) => event === 'request').map(({ userId }) => typeof userId)).toEqual([
    'undefined',
    'number',
    'number',
  ])
  expect(lines.every(({ requestId }) => typeof requestId === 'string')).toBe(true)
  expect(written).not.toContain('nobody-here')
})
