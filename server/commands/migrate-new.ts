import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths'

/** `bun run migrate:new --name what-changes`: writes the migrations of both databases from `server/tables.ts`. */
for (const dialect of ['sqlite', 'postgres']) {
  const command = ['x', 'drizzle-kit', 'generate', '--config', `drizzle/${dialect}.config.ts`, ...process.argv.slice(2)]
  const { exitCode } = Bun.spawnSync([process.execPath, ...command], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
  removeOldSnapshots(join(root, 'drizzle', dialect, 'meta'))
}

/**
 * The generator compares the tables only with the newest snapshot. Each snapshot repeats all tables: 12,400 lines for
 * both databases.
 */
function removeOldSnapshots(folder: string) {
  const snapshots = [...new Bun.Glob('*_snapshot.json').scanSync(folder)].toSorted()
  for (const snapshot of snapshots.slice(0, -1)) rmSync(join(folder, snapshot))
}
