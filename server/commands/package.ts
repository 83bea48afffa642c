import { bootstrap } from './bootstrap'

/**
 * `bun run package`: makes `dist/caliper`, the whole product in one file, for machines of the same kind. `--npm`: also
 * packs it for npx.
 */
await bootstrap({ client: 'current' })
const { packageProduct } = await import('./package-product')
const { path, bytes, seconds } = await packageProduct()
console.log(`Packaged ${path}: ${(bytes / 1_000_000).toFixed(1)} MB, ${seconds.toFixed(1)} s`)
if (process.argv.includes('--npm')) {
  const { packArchive } = await import('./package-archive')
  console.log(`Packed ${await packArchive(path)}`)
}
