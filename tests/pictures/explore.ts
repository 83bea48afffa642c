import type { Address } from './addresses'
import type { Camera } from './camera'

/** Kinds of elements that open or change something when pressed. */
const PRESSABLE = 'button, [role="tab"], [role="menuitem"], summary'

/**
 * Marks what can be pressed within `scope` by numbers and returns how many there are. Of rows and cards that lie side by
 * side only the first counts; of what says the same, likewise. Heads of
 * columns and numbers of pages, which only show other rows, do not.
 */
function markPressable([scope, selector]: readonly [string, string]): number {
  const seen = new Set<string>()
  let count = 0
  for (const marked of document.querySelectorAll<HTMLElement>('[data-picture]')) delete marked.dataset['picture']
  for (const element of document.querySelectorAll<HTMLElement>(scope)) {
    for (const one of element.querySelectorAll<HTMLElement>(selector)) {
      const isOff =
        one.matches(':disabled, [aria-disabled="true"], [role="switch"], th *, .pager *') || !one.checkVisibility()
      const row = one.closest('tr, li, [role="row"], [role="treeitem"], article')
      const before = row?.previousElementSibling
      const isRepeated = before?.matches(row!.tagName) && before.querySelector(selector) && !one.matches('[role="tab"]')
      const what = `${one.className} ${one.getAttribute('aria-label')} ${one.textContent} ${row ? one.parentElement!.className : ''}`
      if (isOff || isRepeated || seen.has(what) || /fullscreen/i.test(what)) continue
      seen.add(what)
      one.dataset['picture'] = `${(count += 1)}`
    }
  }
  return count
}

type Wanted = { base: Buffer; scope: string; selector?: string; name: string; most: number }

/**
 * Takes a picture of each state that is one press away: dialogs, drawers, menus and their entries, tabs, what is folded.
 * `reach` leads to where the presses begin. What changes nothing that can be seen has no picture.
 */
async function pressEach(camera: Camera, reach: () => Promise<unknown>, wanted: Wanted): Promise<void> {
  const { page } = camera
  const { base, scope, selector = PRESSABLE, name, most } = wanted
  const press = async (number: number) => {
    await reach()
    if ((await page.evaluate(markPressable, [scope, selector] as const)) < number) return undefined
    const pressed = page.locator(`[data-picture="${number}"]`)
    const opensMenu = (await pressed.getAttribute('aria-haspopup')) === 'menu'
    await camera.press('Enter', pressed)
    return { opensMenu }
  }
  for (let number = 1; number <= most; number += 1) {
    const pressed = await press(number)
    if (!pressed) break
    const state = `${name}.${String(number).padStart(2, '0')}`
    const picture = await camera.atRest(state)
    if (picture.equals(base)) continue
    await camera.save(state, picture)
    if (!pressed.opensMenu) continue
    const again = async () => {
      await press(number)
      await camera.looksLike(picture)
    }
    await pressEach(camera, again, { base: picture, scope: '[role="menu"]', selector: '[role="menuitem"]', name: state, most: 5 }) // prettier-ignore
  }
}

/**
 * Everything that the page at an address opens.
 * @param base the page as it stands
 * @param scope where to press
 * @param most how many presses; beyond, what a page offers is more of the same
 */
export function explore(camera: Camera, { name, path }: Address, base: Buffer, scope: string, most: number) {
  const reach = async () => {
    await camera.press('Escape')
    await camera.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    if (base.equals(await camera.look())) return // what was open is closed
    await camera.open(path)
    await camera.looksLike(base)
  }
  return pressEach(camera, reach, { base, scope, name, most })
}
