/** Names the build of the pages that runs here: its first script, whose name changes with anything behind it. */
export const buildName = (): string =>
  document.querySelector('script[type=module][src]')?.getAttribute('src')?.split('/').at(-1) ?? ''

/** Whether the server has another build by now: its page names files that are not in ours. False when it cannot be told. */
export async function hasOtherBuild(): Promise<boolean> {
  try {
    const page = await fetch('/', { cache: 'no-cache' })
    const served = page.ok ? filesOf(await page.text()) : []
    return served.some((file) => !document.head.outerHTML.includes(file))
  } catch {
    return false // no network: asked again later
  }
}

const filesOf = (html: string) => html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []
