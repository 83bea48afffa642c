import { bootstrap } from './bootstrap'

/** `bun run package`: makes `dist/caliper`, the whole product in one file, for machines like this one. */
await bootstrap({ client: 'current' })
const { packageProduct } = await import('./package-product')
const { path, bytes, seconds } = await packageProduct()
console.log(`Packaged ${path}: ${(bytes / 1_000_000).toFixed(1)} MB, ${seconds.toFixed(1)} s`)
