import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../support/app'
import { draftBy, good, qcPlant } from '../support/qc/plant'

const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const boss = await app.signedIn('*:*:*')
await draftBy(plant.inspector, await plant.template({ signLevels: 1 }), good)

async function headerOf(path: string, columns: string) {
  const search = new URLSearchParams({ format: 'csv', columns })
  const { data } = await boss.send('GET', `${path}?${search}`, { headers: { 'accept-language': 'en' } })
  const [header] = String(data).replace('\ufeff', '').split('\r\n')
  return header!.split(',')
}

test.each([
  ['/sys-opera-log/export', 'operIp,action,operTime', ['Address', 'Subject', 'Action', 'Time']],
  ['/sys-login-log/export', 'device,username', ['Browser', 'System', 'User name']],
  ['/qc/audit/export', 'reason,auditId', ['Reason', 'No.']],
])('%s has the columns that the list shows, in their order', async (path, columns, header) => {
  expect(await headerOf(path, columns)).toEqual(header)
})

test('an export of records has the columns that the list shows, and all of their values', async () => {
  const header = await headerOf('/qc/export', 'status,recordNo,waiting')
  expect(header.slice(0, 4)).toEqual(['Status', 'Record number', 'Item', 'Item name'])
  expect(header).toContain('Value')
  expect(header).not.toContain('Lot')
})
