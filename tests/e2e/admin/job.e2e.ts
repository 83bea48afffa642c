import { uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test('a job is made, says when it runs, is run by hand, stopped, deleted and brought back', async ({ page }) => {
  const jobName = `统计 ${uniqueKey()}`
  const row = page
    .getByRole('table', { name: '定时任务' })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: jobName })
  const dialog = page.getByRole('dialog')
  async function choose(entry: string) {
    await page.getByRole('button', { name: `${jobName} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await page.goto('/schedule')
  await page.getByRole('button', { name: '新建任务' }).first().click()
  await dialog.getByLabel('任务名称').fill(jobName)
  await dialog.getByLabel('任务类型').selectOption('刷新数据库统计')
  await dialog.getByLabel('Cron 表达式').fill('每天晚上')
  await expect(dialog.getByText('接下来的运行时间（服务器时区）').locator('..')).toContainText('无')
  await dialog.getByRole('button', { name: '创建任务' }).click()
  await expect(dialog.getByLabel('Cron 表达式')).toHaveAccessibleDescription(/无法识别的 cron 表达式/)
  await dialog.getByLabel('Cron 表达式').fill('15 4 * * *')
  await expect(dialog.getByRole('listitem')).toHaveText([/ 04:15:00$/, / 04:15:00$/, / 04:15:00$/])
  await dialog.getByRole('button', { name: '创建任务' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('定时中')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const when = row.locator('[data-column=cronExpression] [title]')
  await expect(when).toHaveAttribute('title', `15 4 * * * ${zone}`)
  await expect(when).toHaveText('每天 04:15') // server and browser are in one zone here

  await choose('立即运行')
  await expect(page.getByRole('status').getByText(`“${jobName}”已开始运行`)).toBeVisible()
  await choose('运行记录')
  await expect(dialog.getByRole('listitem')).toContainText(/完成.*手动运行.*已刷新数据库统计/)
  await page.keyboard.press('Escape')

  await choose('停止定时')
  await expect(row).toContainText('已停止')
  await choose('删除')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('已停止')
})

test('with PostgreSQL, which is backed up by its own programs, no backup is offered', async ({ page }) => {
  await page.route('**/api/v1/app-config', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.backup_job = '0'
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/schedule')
  await page.getByRole('button', { name: '新建任务' }).first().click()
  const kind = page.getByRole('dialog').getByLabel('任务类型')
  await expect(kind).toHaveValue('log-cleanup')
  await expect(kind.getByRole('option', { name: '备份' })).toHaveCount(0)
  await expect(kind.getByRole('option')).toHaveCount(4)
})

test('the server monitor tells how machine and database do', async ({ page }) => {
  await page.goto('/sys-tools/monitor')
  await expect(page.getByRole('meter', { name: '内存' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '数据库' }).locator('..')).toContainText(/SQLite 3\.\d+/)
  await expect(page.getByText('响应时间（95%）').locator('..')).toContainText(/\d\sms|\d\ss/)
})

test('the database of an empty plant is told in kB, not as nothing', async ({ page }) => {
  await page.route('**/api/v1/server-monitor', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.database.size = 4 / 1024
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/sys-tools/monitor')
  await expect(page.getByRole('heading', { name: '数据库' }).locator('..')).toContainText(/大小\s*4\s*kB/)
})

test('while the database does not answer, the bar over the pages of an administrator says so, and goes when it does', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503 \(Service Unavailable\)/)
  let isSilent = true
  const refusal = { requestId: 'silent-database', code: 503, msg: '数据库没有响应，无法读取和保存数据', data: null }
  await page.route('**/api/v1/server-monitor/notice', (route) =>
    isSilent
      ? route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: refusal })
      : route.fulfill({ json: { requestId: 'database-is-back', code: 200, msg: '', data: [] } }),
  )
  await page.goto('/')
  const bar = page.getByRole('status').getByText(refusal.msg)
  await expect(bar).toBeVisible()
  isSilent = false
  await expect(bar).toBeHidden({ timeout: 30_000 }) // what is shown is asked for again within 15 seconds
})

test('what the server wants an administrator to see to stands over every page, until it is put off for the day or seen to', async ({
  page,
}) => {
  const notice = (kind: string, text: string) => ({
    kind,
    isUrgent: kind === 'disk',
    text,
    page: kind === 'disk' ? 'monitor' : 'jobs',
  })
  const data = [notice('disk', '磁盘只剩 0.4 GB'), notice('backup', '最近一次备份是 3 天前')]
  await page.route('**/api/v1/server-monitor/notice', (route) =>
    route.fulfill({ json: { requestId: 'x', code: 200, msg: '', data } }),
  )
  await page.clock.install()
  await page.goto('/admin/sys-post')
  const bar = page.getByRole('status').filter({ hasText: '磁盘只剩' })
  await expect(bar).toContainText('磁盘只剩 0.4 GB 服务监控')
  await bar.getByRole('button', { name: '今天不再提示' }).click()
  const next = page.getByRole('status').filter({ hasText: '最近一次备份' })
  await expect(next).not.toContainText('磁盘')
  await page.reload()
  await next.getByRole('link', { name: '定时任务' }).click()
  await expect(page).toHaveURL('/schedule')
  await expect(next).toBeVisible()
  data.length = 0 // a backup was made
  await page.clock.fastForward(15_000)
  await expect(next).toHaveCount(0)
})

test('a route is given a title, which the list shows and searches; without one the code names it again', async ({
  page,
}) => {
  const title = `查 ${uniqueKey()}`
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('table', { name: '接口管理' }).locator('tbody').getByRole('row')
  const cell = row.locator('[data-column=title]')
  await page.goto('/admin/sys-api?path=/sys-opera-log&action=DELETE')
  await expect(row).toHaveCount(1)
  const before = (await cell.textContent()) ?? ''
  await row.getByRole('button', { name: before, exact: true }).click()
  await expect(dialog).toHaveAccessibleName('修改接口：DELETE /api/v1/sys-opera-log')
  await dialog.getByLabel('接口名称').fill(title)
  await dialog.getByRole('button', { name: '保存名称' }).click()
  await expect(cell).toHaveText(title)

  await page.goto('/admin/sys-api')
  await page.getByRole('textbox', { name: '接口名称' }).fill(title)
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: '修改' }).click()
  await dialog.getByLabel('接口名称').fill('')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await page.goto('/admin/sys-api?path=/sys-opera-log&action=DELETE')
  await expect(cell).toHaveText(before)
})
