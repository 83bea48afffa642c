import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminTexts } from '#shared/i18n/texts/admin'
import { frameTexts } from '#shared/i18n/texts/frame'
import { logTexts } from '#shared/i18n/texts/log'
import { profileTexts } from '#shared/i18n/texts/profile'
import { qcSelfcheckTexts } from '#shared/i18n/texts/qc-selfcheck'
import { qcTexts } from '#shared/i18n/texts/qc'
import { qcBellTexts } from '#shared/i18n/texts/qc-bell'
import { qcDashboardTexts } from '#shared/i18n/texts/qc-dashboard'
import { qrTexts } from '#shared/i18n/texts/qr'
import { signInTexts } from '#shared/i18n/texts/sign-in'
import { toolsTexts } from '#shared/i18n/texts/tools'
import { commonTexts } from '#shared/i18n/texts/common'
import type { Metafile } from '../../server/commands/build-styles'

const root = join(import.meta.dir, '../..')
const FRAME = 'client/shell/Shell.tsx'

/**
 * The client's own files that the first chunks are made of: that of the sign-in page and that of the application, without
 * the frame, which is drawn when its words have come.
 */
async function entryFiles(): Promise<string[]> {
  const built = await Bun.build({
    entrypoints: ['client/index.html', 'client/sign-in.ts'].map((entry) => join(root, entry)),
    splitting: true,
    metafile: true,
    root,
  })
  const { inputs }: Metafile = built.metafile!
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || file === FRAME || !/^client\/.*\.(tsx?|html)$/.test(file)) return
    seen.add(file)
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === 'import-statement') visit(path)
  }
  for (const entry of ['client/index.html', 'client/sign-in.ts']) visit(entry)
  return [...seen]
}

test('every word that the first chunks say comes with them', async () => {
  const files = await entryFiles()
  expect(files).toContain('client/pages/access/login/form.ts')
  expect(files).not.toContain(FRAME)
  const late: string[] = []
  for (const file of files) {
    const source = await Bun.file(join(root, file)).text()
    const words = [...source.matchAll(/'([\w.-]+)'/g)].flatMap(([, word]) => word ?? [])
    late.push(...words.filter((word) => word in commonTexts).map((word) => `${file}: ${word}`))
  }
  expect(late).toEqual([])
})

/** Words that come with parts of the client, and the files that such parts are made of. */
const areas: [area: string, words: object, own: RegExp][] = [
  [
    'administration',
    adminTexts,
    /^pages\/(access\/(menu|user|department|post|settings|operation-log|trash|session)|admin\/(job|dictionary|config|sign-in-log|notification))\//,
  ],
  ['one’s own account', profileTexts, /^pages\/access\/profile\//],
  ['what the frame opens', frameTexts, /^shell\/(search\/|settings\/|keyboard\/|notices\/ServerNotices)/],
  ['the form that signs in', signInTexts, /^(sign-in\.ts|pages\/access\/login\/)/],
  [
    'a QR code and the phone',
    qrTexts,
    /^(ui\/qr-panel\/|pages\/access\/(login\/QrSignIn|wecom\/|profile\/MessengerBind))/,
  ],
  ['the server', toolsTexts, /^pages\/(admin\/(api|monitor)\/|access\/setup\/RestoreBackup)/],
  ['entries of the operation log', logTexts, /^pages\/access\/operation-log\//],
  ['the self-check', qcSelfcheckTexts, /^pages\/qc\/self-check\//],
  [
    'quality control',
    { ...qcTexts, ...qcBellTexts, ...qcDashboardTexts },
    /^(pages\/(qc|dashboard)\/|ui\/qc\/|stores\/qc\/|shell\/)/,
  ],
]

test.each(areas)('words of %s are said by no other part of the client', async (_, words, own) => {
  const foreign: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(join(root, 'client'))) {
    if (own.test(file)) continue
    const source = await Bun.file(join(root, 'client', file)).text()
    const said = [...source.matchAll(/'([\w.-]+)'/g)].flatMap(([, word]) => word ?? [])
    foreign.push(...said.filter((word) => word in words).map((word) => `${file}: ${word}`))
  }
  expect(foreign).toEqual([])
})
