import { join } from 'node:path'
import { buildRecord, root } from './paths'

const inputs = ['client/**/*', 'shared/**/*', 'server/commands/build*.ts', 'package.json', 'bun.lock', 'tsconfig.json']

/** The inputs of the server, including the year of the demo. */
const sources = ['{server,shared,seed,drizzle}/**/*', 'package.json', 'bun.lock']

async function hashOf(patterns: readonly string[]): Promise<string> {
  const names = await Promise.all(patterns.map((pattern) => Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }))))
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const name of names.flat().sort()) {
    hash.update(`\0${name}\0`).update(await Bun.file(join(root, name)).bytes())
  }
  return hash.digest('hex')
}

/** A hash of everything on which the built client depends, including the bundler. */
export const inputsHash = () => hashOf(inputs)

/** A hash of everything on which the server depends. */
export const sourcesHash = () => hashOf(sources)

/** True if the build is of the present sources of the client. */
export async function isBuilt(): Promise<boolean> {
  const record: unknown = await Bun.file(buildRecord)
    .json()
    .catch(() => undefined)
  const isRecord = typeof record === 'object' && record !== null && 'inputs' in record
  return isRecord && record.inputs === (await inputsHash())
}
