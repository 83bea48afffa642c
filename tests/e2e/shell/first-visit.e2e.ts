import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/test'

/** A browser that has never been here, whose system looks and speaks so. */
async function visit(
  browser: Browser,
  address: string,
  look: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...look })
  try {
    const page = await context.newPage()
    // Every theme that the page was ever painted in.
    await page.addInitScript(() => {
      const themes: (string | undefined)[] = []
      Object.assign(window, { themes })
      new MutationObserver(() => void themes.push(document.documentElement?.dataset['theme'])).observe(document, {
        attributes: true,
        attributeFilter: ['data-theme'],
        subtree: true,
      })
    })
    await page.goto(address)
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await work(page)
  } finally {
    await context.close()
  }
}

const themesOf = (page: Page) => page.evaluate(() => [...new Set(Reflect.get(window, 'themes') as string[])]) // set above

for (const colorScheme of ['light', 'dark'] as const) {
  test(`looks ${colorScheme} from the first moment where the system does, and begins in Chinese`, async ({
    browser,
    baseURL,
  }) => {
    await visit(browser, `${baseURL}/login`, { colorScheme, locale: 'en-US' }, async (page) => {
      expect(await themesOf(page)).toEqual([colorScheme])
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await expect(page.locator('html')).toHaveAttribute('data-sidebar', 'light') // the menu keeps its style
      await expectAccessible(page)
      const other = colorScheme === 'dark' ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme: other })
      await expect(page.locator('html')).toHaveAttribute('data-theme', other)
      await page.getByRole('button', { name: /^切换到/ }).click()
      await page.emulateMedia({ colorScheme: other })
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme) // as chosen
    })
  })
}

test('an address with ?lang= selects the language for this browser', async ({ browser, baseURL }) => {
  await visit(browser, `${baseURL}/?lang=en-US`, { locale: 'zh-CN' }, async (page) => {
    await expect(page).toHaveURL(`${baseURL}/login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await page.goto(`${baseURL}/login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.goto(`${baseURL}/admin/sys-role?lang=zh-CN&status=2`)
    await expect(page).toHaveURL(`${baseURL}/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
})

test('an installation chooses the language of the first visit; what somebody chose stays', async ({
  browser,
  start,
}) => {
  const installed = async (locale: string) => {
    const program = start(['server/commands/caliper.ts', 'serve', '--ephemeral'], { CALIPER_LOCALE: locale })
    const [line] = await program.says(/^\{.*\}$/)
    return `${JSON.parse(line).url}/login`
  }
  const auto = await installed('auto')
  const english = await installed('en-US')
  const cases: [address: string, browser: string, lang: string][] = [
    [english, 'zh-CN', 'en'],
    [auto, 'zh-CN', 'zh-CN'],
    [auto, 'en-GB', 'en'],
    [auto, 'de-DE', 'zh-CN'],
  ]
  for (const [address, locale, lang] of cases) {
    await visit(browser, address, { locale }, async (page) => {
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
    })
  }
  await visit(browser, `${english}?lang=zh-CN`, { locale: 'en-US' }, async (page) => {
    await page.goto(english)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
})
