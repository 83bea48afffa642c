import { join } from 'node:path'
import { SERVICE_WORKER } from '#shared/pages'
import type { Metafile } from './build-styles'
import { root } from './paths'

/** Pages that work without a network, or say that there is none. */
const OFFLINE_PAGES =
  /^client\/pages\/(qc\/(code|record\/(RecordDetailPage|entry|grid|list))|dashboard|access\/login|errors)/
/** Parts that such pages or the frame may fetch but do not need: other pages, their texts, and the charts library. */
const isOnline = (source: string) =>
  (source.startsWith('client/pages/') && !OFFLINE_PAGES.test(source)) ||
  /^shared\/i18n\/\w+\/(admin|profile|qc-selfcheck|tools)\./.test(source) ||
  source.endsWith('/RechartsPlot.tsx')

/**
 * Writes the service worker. It caches the parts that the client needs to start and to enter records without a network:
 * the frame, the sign-in page, the pages of data entry, and everything that these may open.
 *
 * @param others paths of files that the application's chunks do not name: the script of the sign-in page, style sheets
 */
export async function writeWorker(outdir: string, { outputs }: Metafile, others: readonly string[]) {
  const script = (await Bun.file(join(outdir, 'index.html')).text()).match(/src="([^"]+\.js)"/)?.[1]
  if (!script || !outputs[`.${script}`]) throw new Error('index.html has no script of the bundle')
  const chunks = new Set<string>()
  function visit(path: string) {
    const output = outputs[path]
    if (!output || chunks.has(path) || isOnline(output.entryPoint ?? '')) return
    chunks.add(path)
    for (const { path: imported } of output.imports) visit(imported)
  }
  visit(`.${script}`)
  const files = [...[...chunks].map((path) => path.slice(1)), ...others].toSorted()
  const name = Bun.hash(files.join()).toString(36)
  const { outputs: written } = await Bun.build({
    entrypoints: [join(root, 'client/service-worker.ts')],
    outdir,
    minify: true,
    define: { BUILD: JSON.stringify({ name, script: script.split('/').at(-1), files }) },
    naming: SERVICE_WORKER.slice(1),
  })
  if (written.length !== 1) throw new Error('the service worker is not one file')
}
