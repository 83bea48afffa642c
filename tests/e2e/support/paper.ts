import type { Page } from '@playwright/test'

async function printed(page: Page): Promise<Buffer> {
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: null })
  return pdf
}

/** The pages that the browser would print, each by its size in millimetres: `210 × 297`. */
export async function printedPages(page: Page): Promise<string[]> {
  const boxes = (await printed(page)).toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, ...points]) => points.map((point) => Math.round((Number(point) / 72) * 25.4)).join(' × '))
}

/** The width that the margins of A4 leave to a printed sheet, in pixels. */
const PAPER_WIDTH = Math.floor(((210 - 2 * 12) / 25.4) * 96)

/** The texts of the elements that would not lie on the paper with their whole width. */
export async function beyondPaper(page: Page, selector: string): Promise<string[]> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: PAPER_WIDTH, height: before.height })
  await page.emulateMedia({ media: 'print' })
  const texts = await page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent ?? ''),
    )
  await page.emulateMedia({ media: null })
  await page.setViewportSize(before)
  return texts
}
