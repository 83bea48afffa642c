import { dirname, join } from 'node:path'
import packageJson from '../../package.json'

/**
 * Packs the executable as a package of npm: `npx ./caliper-….tgz serve` starts it where there is Node only. It has no
 * dependency and no script, and is for machines like this one.
 * @returns where the archive is
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
