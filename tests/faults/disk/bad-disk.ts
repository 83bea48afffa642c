import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../support/plant'

/** Error numbers of the kernel: I/O error, read-only file system. */
export const EIO = 5
export const EROFS = 30

type Kind = 'w' | 's' | 'r'

/** Something between a server and its disk that can make calls fail; `undefined` without a C compiler. */
export function badDisk(dataDir: string) {
  const folder = freshFolder()
  const library = join(folder, 'bad-disk.so')
  const compiler = Bun.which('cc')
  if (!compiler) return undefined
  const source = join(import.meta.dir, 'bad-disk.c')
  const { exitCode, stderr } = Bun.spawnSync([compiler, '-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  if (exitCode !== 0 || !existsSync(library)) throw new Error(`bad-disk.c does not compile: ${stderr}`)
  const control = join(folder, 'control')
  writeFileSync(control, '')
  return {
    env: { LD_PRELOAD: library, FAULT_DIR: dataDir, FAULT_CONTROL: control },
    /** From now on these calls fail with that error. */
    fail: (kinds: Kind[], error: number) => writeFileSync(control, `${kinds.join('')}${error}`),
    heal: () => writeFileSync(control, ''),
  }
}
