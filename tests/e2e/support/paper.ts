import type { Page } from '@playwright/test'

/** The pages that the browser would print, each by its size in millimetres: `210 × 297`. */
export async function printedPages(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await page.emulateMedia({ media: null })
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, ...points]) => points.map((point) => Math.round((Number(point) / 72) * 25.4)).join(' × '))
}
