/** Names the build of the pages that runs here: its first script, whose name changes with anything behind it. */
export const buildName = (): string => nameIn(document.head.outerHTML)

/** True if the server now has another build. False if this is unknown. */
export async function hasOtherBuild(): Promise<boolean> {
  try {
    const page = await fetch('/', { cache: 'no-cache' })
    const served = page.ok ? nameIn(await page.text()) : ''
    return served !== '' && served !== buildName()
  } catch {
    return false // no network: asked again later
  }
}

/** Every page names that script: the application loads it, the sign-in page says where it is. */
const nameIn = (html: string) => html.match(/index-[\w-]+\.js/)?.[0] ?? ''
