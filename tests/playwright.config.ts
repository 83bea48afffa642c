import { defineConfig, devices } from '@playwright/test'
import { slowMs } from './e2e/support/slow-network'
import { chromiumArgs, findChromium } from './support/chromium'

/** Browser tests drive the production build. Each worker has a server of its own: see e2e/support/test.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  timeout: slowMs > 0 ? 240_000 : 120_000,
  expect: { timeout: 15_000 }, // how fast something comes is measured in tests/bench; a slow machine is no fault
  projects: [
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
    // What works alike on both is tagged, and runs here again.
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'zh-CN',
    serviceWorkers: 'block', // requests that one answers could not be held or changed; tests of it allow it (support/device.ts)
    contextOptions: { reducedMotion: 'reduce' }, // what slides and fades need not be waited for
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findChromium(),
      args: chromiumArgs,
      env: { ...process.env, LC_ALL: 'C.UTF-8' }, // else Chromium names downloads only in ASCII on a machine without a locale
    },
  },
})
