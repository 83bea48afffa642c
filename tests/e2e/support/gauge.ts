import type { Page } from '@playwright/test'

const named: Record<string, { key: string; windowsVirtualKeyCode: number; text?: string }> = {
  '\n': { key: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  '\t': { key: 'Tab', windowsVirtualKeyCode: 9 },
}

/** Between two readings, in milliseconds: nobody measures faster. */
const PAUSE_MS = 500
/** The time of the last key, Unix milliseconds. */
let lastAt = 0

/**
 * Types as a gauge does that is a keyboard to the device: a reading, then Enter (`\n`) or Tab (`\t`), without a look at the
 * page. The times of the keys are given, so that a slow machine makes no slow gauge of it.
 */
export async function typeReading(page: Page, keys: string, apartMs = 10): Promise<void> {
  const device = await page.context().newCDPSession(page)
  const begin = Math.max(Date.now(), lastAt + PAUSE_MS)
  lastAt = begin + keys.length * apartMs
  const sent = [...keys].flatMap((character, index) => {
    const key = named[character] ?? { key: character, text: character }
    const timestamp = (begin + index * apartMs) / 1000
    return [
      device.send('Input.dispatchKeyEvent', { type: key.text ? 'keyDown' : 'rawKeyDown', ...key, timestamp }),
      device.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, timestamp }),
    ]
  })
  await Promise.all(sent)
}
