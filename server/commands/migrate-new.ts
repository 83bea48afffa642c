import { root } from './paths'

/** `bun run migrate:new --name what-changes`: writes the migrations of both databases from `server/tables.ts`. */
for (const dialect of ['sqlite', 'postgres']) {
  const command = ['x', 'drizzle-kit', 'generate', '--config', `drizzle/${dialect}.config.ts`, ...process.argv.slice(2)]
  const { exitCode } = Bun.spawnSync([process.execPath, ...command], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
}
