/** The name of the running build of the pages: its first script, whose name changes with any file behind it. */
export const buildName = (): string => nameIn(document.head.outerHTML)

/** True if the server now has another build. False if this is unknown. */
export async function hasOtherBuild(): Promise<boolean> {
  try {
    const page = await fetch('/', { cache: 'no-cache' })
    const served = page.ok ? nameIn(await page.text()) : ''
    return served !== '' && served !== buildName()
  } catch {
    return false // no network: checked again later
  }
}

/** Every page contains that name: the application loads the script, the sign-in page names its address. */
const nameIn = (html: string) => html.match(/index-[\w-]+\.js/)?.[0] ?? ''
