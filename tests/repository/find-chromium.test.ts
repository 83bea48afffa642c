import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../support/folder'

test('a browser on the PATH is taken, and nothing is installed', () => {
  const folder = testFolder()
  const program = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  program('google-chrome', 'exit 0')
  program('apt-get', `echo installing > ${folder}/installed`)
  const source = `import { findChromium } from './tests/support/chromium'
    console.log(await findChromium())`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', source], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: folder },
  })
  expect(stdout.toString().trim()).toBe(join(folder, 'google-chrome'))
  expect(existsSync(join(folder, 'installed'))).toBe(false)
})
