import type { Page } from '@playwright/test'
import { inflateSync } from 'node:zlib'

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

/** The text of each page that the browser would print, without white space, in letters that its fonts have. */
export async function printedTexts(page: Page): Promise<string[]> {
  const objects = objectsOf(await printed(page))
  const wordsOf = new Map<string, Map<string, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)
    if (map) wordsOf.set(id, lettersOf(objects.get(map[1]!)!.stream))
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const { stream } = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!
    let letters: Map<string, string> | undefined
    let text = ''
    for (const [, font, codes] of stream.matchAll(/\/F(\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g)) {
      if (font) letters = wordsOf.get(font)
      else text += codes!.replace(/.{4}/g, (code) => letters?.get(code.toUpperCase()) ?? '')
    }
    return text.replace(/\s/g, '')
  })
}

type PdfObject = { head: string; stream: string }

/** The objects of a PDF by their numbers, as Chromium writes them. */
function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id, index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const head = text.slice(index, text.indexOf('\nendobj', index)).split(' stream\n')[0]!
    const length = /\/Length (\d+)/.exec(head)
    const begin = index + head.length + ' stream\n'.length
    const content = length && pdf.subarray(begin, begin + Number(length[1]))
    const stream = content ? (head.includes('/FlateDecode') ? inflateSync(content) : content).toString('latin1') : ''
    objects.set(id!, { head, stream })
  }
  return objects
}

/** The letters of a font by their codes. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  const set = (code: number, hex: string, add = 0) => {
    const units = hex.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16))
    units[units.length - 1]! += add
    letters.set(code.toString(16).toUpperCase().padStart(4, '0'), String.fromCharCode(...units))
  }
  for (const [, block] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, code, hex] of block!.matchAll(/<(\w+)> <(\w+)>/g)) set(Number.parseInt(code!, 16), hex!)
  }
  for (const [, block] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, from, to, hex] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from!, 16)
      for (let code = first; code <= Number.parseInt(to!, 16); code += 1) set(code, hex!, code - first)
    }
  }
  return letters
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
