import type { Page, Route } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { allAnswered } from '../support/answered'
import { apiOf, uniqueKey } from '../support/api'
import { callAs, calm, makeChart } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const LIST = '/admin/sys-role'

/** Holds every answer for `path` until it is let go. */
async function hold(page: Page, path: string) {
  const go = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}`, async (route: Route) => {
    const response = await route.fetch()
    asked.resolve()
    await go.promise
    await route.fulfill({ response })
  })
  return { asked: asked.promise, release: () => go.resolve() }
}

test.describe('a write whose answer does not come from the server', () => {
  test.use({ expectedErrors: [/status of (502|504)|ERR_FAILED/] })

  const broken: [what: string, answer: (route: Route) => Promise<void>][] = [
    ['a proxy gives up with 504', (route) => route.fulfill({ status: 504, body: '<html>Gateway Time-out</html>' })],
    ['a proxy gives up with 502', (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' })],
    ['the answer breaks off', (route) => route.fulfill({ status: 200, body: '{"requestId":"1","co' })],
  ]
  for (const [what, answer] of broken) {
    test(`${what}: pressing again writes nothing twice`, async ({ page, request, account }) => {
      const { roles } = apiOf(request, await beSignedIn(page, account('admin')))
      const roleName = `再按 ${uniqueKey()}`
      await page.goto(LIST)
      await page.getByRole('button', { name: '新建角色' }).click()
      const dialog = page.getByRole('dialog', { name: '新建角色' })
      await dialog.getByLabel('角色名称').fill(roleName)
      await dialog.getByLabel('权限字符').fill(uniqueKey())
      const keys: (string | undefined)[] = []
      await page.route('**/api/v1/role', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        keys.push(route.request().headers()['idempotency-key'])
        const done = await route.fetch()
        await (keys.length === 1 ? answer(route) : route.fulfill({ response: done }))
      })
      const create = dialog.getByRole('button', { name: '创建角色' })
      await create.click()
      await expect.poll(() => keys.length).toBe(1)
      await expect(create).not.toHaveAttribute('aria-busy')
      await create.click()
      await expect(dialog).toHaveCount(0)
      expect(keys).toEqual([keys[0], keys[0]])
      expect(await roles(roleName)).toHaveLength(1)
    })
  }
})

test.describe('a menu that is on its way', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('gives way to a newer one that is heard of meanwhile', async ({ page, request, account }) => {
    const admin = apiOf(request, await beSignedIn(page, account('admin')))
    const key = uniqueKey()
    const made: number[] = []
    const makePage = async (name: string) => {
      const entry = {
        parentId: 0,
        menuType: 'C',
        title: name,
        menuName: name,
        path: `/${name}`,
        sort: 99,
        visible: '0',
      }
      const { data } = await admin.call<number>('POST', '/menu', { ...entry, component: '/admin/sys-api/index' })
      made.push(data!)
    }
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await allAnswered(page)
    // What else asks by itself would hear of it too, sooner or later.
    await page.route(/\/api\/v1\/(?!(role|menurole|getinfo)\b)/, (route) => route.abort())
    const menuAnswer = await hold(page, '/menurole')
    await makePage(`A${key}`)
    await page.getByRole('main').getByRole('button', { name: '刷新' }).click()
    await menuAnswer.asked
    await makePage(`B${key}`)
    const heard = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/role')
    await page.getByRole('main').getByRole('button', { name: '刷新' }).click()
    await heard
    menuAnswer.release()
    await expect(page.getByRole('link', { name: `A${key}` })).toBeAttached()
    await expect(page.getByRole('link', { name: `B${key}` })).toBeAttached()
    await admin.call('DELETE', '/menu', { ids: made })
  })
})

/** Every text that is read out as an alarm, in its order. */
async function alarmsOn(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const alarms: string[] = Object.assign(window, { alarms: [] }).alarms
    new MutationObserver(() => {
      const said = document.querySelector('.sr-only[role=alert]')?.textContent
      if (said && said !== alarms.at(-1)) alarms.push(said)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as Window & { alarms?: string[] }).alarms ?? [])
}

/** Beyond the limits, and beyond the specification. */
const NG = ['11.500', { remark: '刀具磨损' }] as const
const said = ({ recordNo }: RecordDetail) => expect.stringContaining(recordNo)

test('what comes before the live feed is connected is on the bell, and is announced once', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const chart = await makeChart(call, Date.now() - 3_600_000)
  for (const raw of calm) await chart.recordBy(call, raw)
  await chart.recordBy(call, ...NG) // an old one is no news
  await beSignedIn(page, account('admin'))
  const alarms = await alarmsOn(page)
  const go = Promise.withResolvers<void>()
  await page.route('**/api/v1/qc/stream*', async (route) => {
    await go.promise
    await route.continue()
  })
  const asked = page.waitForResponse('**/api/v1/qc/signal/bell*')
  await page.goto('/dashboard')
  const { data: before }: { data: { open: number } } = await (await asked).json()
  const first = await chart.recordBy(call, ...NG)
  const open = async () => (await call<{ open: number }>('GET', '/qc/signal/bell')).open
  await expect.poll(open).toBeGreaterThan(before.open)
  const now = await open()
  go.resolve()
  await expect(page.getByRole('button', { name: new RegExp(`${now}`) }).and(page.locator('.bar-button'))).toBeVisible()
  await expect.poll(alarms).toEqual([said(first)])
  const second = await chart.recordBy(call, ...NG)
  await expect.poll(alarms).toEqual([said(first), said(second)])
})

test('a record that is NG is announced although the bell comes later than the live feed', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const chart = await makeChart(call, Date.now() - 3_600_000)
  await beSignedIn(page, account('admin'))
  const alarms = await alarmsOn(page)
  const go = Promise.withResolvers<void>()
  await page.route('**/assets/every-page-*.js', async (route) => {
    await go.promise
    await route.continue()
  })
  const connected = page.waitForResponse('**/api/v1/qc/stream*')
  await page.goto('/dashboard')
  await connected
  const refreshed = page.waitForResponse('**/api/v1/overview*')
  const first = await chart.recordBy(call, ...NG)
  await refreshed // others have heard of it
  go.resolve()
  await expect.poll(alarms).toEqual([said(first)])
  const second = await chart.recordBy(call, ...NG)
  await expect.poll(alarms).toEqual([said(first), said(second)])
})
