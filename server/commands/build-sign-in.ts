import { join } from 'node:path'
import { metasOf, type Sheets } from './build-styles'
import { root } from './paths'

type Markup = { tag: string; attributes: Record<string, string | boolean | undefined>; children: (Markup | string)[] }

const languages = { zh: 'zh-CN', en: 'en' } as const
const SCRIPT = /<script type="module" src="[^"]*"><\/script>/

/**
 * Writes the sign-in page in each language, `sign-in.zh.html` and `sign-in.en.html`. The form is part of the HTML, so
 * that it appears before any script. Meta tags name the files that the application will need.
 *
 * @param script path of its script
 */
export async function writeSignInPages(outdir: string, script: string, sheets: Sheets) {
  const application = (await Bun.file(join(outdir, 'index.html')).text()).match(/src="([^"]+\.js)"/)?.[1]
  if (!application) throw new Error('index.html has no script')
  const source = await Bun.file(join(root, 'client/sign-in.html')).text()
  // The client is an input of the build, so it is imported by path like a file.
  const { signInPage } = await import(join(root, 'client/pages/access/login/markup.ts'))
  for (const [locale, lang] of Object.entries(languages)) {
    const [entry, own] = await Promise.all(
      ['entry', 'sign-in'].map((name) => import(join(root, `shared/i18n/${locale}/${name}.ts`))),
    )
    const page: Markup = signInPage((key: string) => entry.texts[key] ?? own.texts[key])
    const head = [
      `<link rel="stylesheet" href="${sheets.entry}">`,
      ...metasOf(sheets, ['app', 'more', 'qc']),
      `<meta name="app-script" content="${application}">`,
      `<script type="module" src="${script}"></script>`,
    ].join('')
    const html = source
      .replace('lang="zh-CN"', `lang="${lang}"`)
      .replace('./public/', '/')
      .replace(SCRIPT, head)
      .replace('<body>', () => `<body>${htmlOf(page)}`)
    await Bun.write(join(outdir, `sign-in.${locale}.html`), html)
  }
}

/** Elements without an end tag. */
const voids = new Set(['input', 'img'])

/** Markup of `client/ui/markup.ts` as HTML. */
function htmlOf({ tag, attributes, children }: Markup): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? ` ${name}` : ` ${name}="${Bun.escapeHTML(value)}"`
  })
  const inside = children.map((child) => (typeof child === 'string' ? Bun.escapeHTML(child) : htmlOf(child)))
  return `<${tag}${written.join('')}>${inside.join('')}${voids.has(tag) ? '' : `</${tag}>`}`
}
