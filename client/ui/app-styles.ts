let loading: Promise<void> | undefined

/**
 * Fetches the style sheet of all pages, which the build keeps apart from that of the sign-in page and names in a meta
 * tag. In development there is one for all.
 */
export function loadAppStyles(): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>('meta[name="app-styles"]')?.content
  return (loading ??= href ? fetchStyles(href) : Promise.resolve())
}

function fetchStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loading = undefined // the next try fetches it again
      link.remove()
      reject(new Error('The style sheet could not be fetched.'))
    })
    link.href = href
    document.head.append(link)
  })
}
