import { join } from 'node:path'
import { buildRecord, root } from './paths'

const inputs = ['client/**/*', 'shared/**/*', 'server/commands/build*.ts', 'package.json', 'bun.lock', 'tsconfig.json']

/** What the server is made from, the year of the demo included. */
const sources = ['{server,shared,seed,drizzle}/**/*', 'package.json', 'bun.lock']

async function hashOf(patterns: readonly string[]): Promise<string> {
  const names = await Promise.all(patterns.map((pattern) => Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }))))
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const name of names.flat().sort()) {
    hash.update(`\0${name}\0`).update(await Bun.file(join(root, name)).bytes())
  }
  return hash.digest('hex')
}

/** Stands for everything the built client depends on, the bundler included. */
export const inputsHash = () => hashOf(inputs)

/** Stands for everything the server depends on. */
export const sourcesHash = () => hashOf(sources)

/** True when the client as it stands has been built. */
export async function isBuilt(): Promise<boolean> {
  const record: unknown = await Bun.file(buildRecord)
    .json()
    .catch(() => undefined)
  const isRecord = typeof record === 'object' && record !== null && 'inputs' in record
  return isRecord && record.inputs === (await inputsHash())
}
