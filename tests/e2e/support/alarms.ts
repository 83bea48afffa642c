import type { Page } from '@playwright/test'

/** What assertive regions of the page have said from now on, which interrupts a screen reader. */
export async function hearAlarms(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const region = '[role=alert], [aria-live=assertive]'
    const said: string[] = []
    new MutationObserver((changes) => {
      const parts = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
      const elements = parts.map((node) => (node instanceof Element ? node : node.parentElement))
      const regions = elements.flatMap((element) => [
        element?.closest(region),
        ...(element?.querySelectorAll(region) ?? []),
      ])
      for (const text of new Set(regions.map((element) => element?.textContent)))
        if (text && said.at(-1) !== text) said.push(text)
    }).observe(document.querySelector('main')!, { subtree: true, childList: true, characterData: true })
    return said
  })
  return () => heard.jsonValue()
}
