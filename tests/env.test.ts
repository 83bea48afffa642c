import { expect, test } from 'bun:test'
import { readSettings } from '#server/env'

test('an empty environment means production on the loopback address', () => {
  expect(readSettings({})).toMatchObject({
    mode: 'production',
    host: '127.0.0.1',
    port: 3000,
    envelopeStatus: 'http',
    captcha: 'always',
    sessionIdleMs: 30 * 60_000,
    sessionMaxMs: 12 * 3_600_000,
  })
})

test('all faults are listed at once, unknown names included', () => {
  const read = () =>
    readSettings({
      CALIPER_PORT: '70000',
      CALIPER_CAPTCHA: 'sometimes',
      CALIPER_DATABASE_URL: 'mysql://x',
      CALIPER_PROT: '1',
      HOME: '/',
    })
  expect(read).toThrow(/CALIPER_PORT: [^]*CALIPER_DATABASE_URL: [^]*CALIPER_PROT: there is no such setting/)
  expect(read).toThrow(/CALIPER_CAPTCHA/)
})

test('an empty value is the same as none', () => {
  expect(readSettings({ CALIPER_PORT: '', CALIPER_DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  })
})
