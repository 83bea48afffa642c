import { dirname, join } from 'node:path'
import packageJson from '../../package.json'

/**
 * Packs the executable as an npm package: `npx ./caliper-….tgz serve` starts it on machines with only Node. It has no
 * dependency and no script, and is for machines of the same kind.
 * @returns the path of the archive
 */
export async function packArchive(executable: string): Promise<string> {
  const { name, version, description, license } = packageJson
  const { platform, arch } = process
  const bin = platform === 'win32' ? 'caliper.exe' : 'caliper'
  const manifest = { name, version, description, license, bin: { caliper: bin }, os: [platform], cpu: [arch] }
  const path = join(dirname(executable), `${name}-${version}-${platform}-${arch}.tgz`)
  const files = {
    'package/package.json': JSON.stringify(manifest),
    [`package/${bin}`]: await Bun.file(executable).bytes(),
  }
  await Bun.write(path, await new Bun.Archive(files, { compress: 'gzip' }).bytes())
  return path
}
