import type { Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { allAnswered } from '../support/answered'
import { callAs, makeLine, makeTemplate, publish } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/ERR_(FAILED|INTERNET_DISCONNECTED)|dynamically imported module|style sheet/] })

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Has the browser fetch every part anew: a request that is looked at is not answered by its cache. */
const withoutCache = (page: Page) => page.route('**/assets/**', (route) => route.continue())

test.describe('a part of a page whose code cannot be fetched', () => {
  test('fails alone, beside a half-written comment, and is there when the network is back', async ({
    page,
    context,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const { productId } = await makeLine(call)
    const templateId = await makeTemplate(call, { productId, code: 'LOOK', name: '外观检查', stage: 'ipqc' }, [
      { code: 'look', name: '外观', type: 'boolean' },
    ])
    await publish(call, templateId)
    const { qcValueBaseId, recordNo } = await call<RecordDetail>('POST', '/qc/value-base', { templateId, values: [] })
    await beSignedIn(page, account('admin'))
    await withoutCache(page)
    await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?tab=comments`)
    const comment = page.getByRole('textbox', { name: '新评论' })
    await comment.fill('刀具换过，')
    await allAnswered(page)

    await context.setOffline(true)
    await tab(page, '审计追踪').click()
    const failure = page.getByRole('tabpanel').getByRole('alert').filter({ hasText: '服务器连接异常' })
    await expect(failure).toBeVisible()
    await failure.getByRole('button', { name: '重试' }).click()
    await expect(failure).toBeVisible()
    await expect(page.getByRole('main')).toContainText(recordNo)
    await tab(page, '评论').click()
    await expect(comment).toHaveValue('刀具换过，')
    await tab(page, '审计追踪').click()
    await expect(failure).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await expect(failure).toHaveCount(0)
    await tab(page, '评论').click()
    await expect(comment).toHaveValue('刀具换过，')
  })

  test('is fetched again when a server that was away answers', async ({ page, account }) => {
    await beSignedIn(page, account('admin'))
    await withoutCache(page)
    await page.goto('/admin/sys-role')
    await allAnswered(page)
    await page.route(/\/(api|healthz|assets)\b/, (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/profile/index'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText('页面文件没有取到')
    await expect(page.getByRole('status').filter({ hasText: '已离线' })).toBeVisible()
    await page.unrouteAll()
    await expect(title(page, '个人中心')).toBeVisible()
  })
})

test('重试 of a page that cannot be fetched keeps the product, and the page comes with the network', async ({
  page,
  context,
  account,
}) => {
  await beSignedIn(page, account('admin'))
  await withoutCache(page)
  await page.goto('/admin/sys-role')
  await expect(title(page, '角色管理')).toBeVisible()
  await allAnswered(page)
  await context.setOffline(true)
  await page.evaluate(() => history.pushState(null, '', '/profile/index'))
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('页面文件没有取到')
  await failure.getByRole('button', { name: '重试' }).click()
  await tab(page, '角色管理').click()
  await expect(title(page, '角色管理')).toBeVisible()
  await page.evaluate(() => history.pushState(null, '', '/profile/index'))
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(title(page, '个人中心')).toBeVisible()
})
