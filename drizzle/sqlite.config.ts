import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './server/tables-sqlite.ts', out: './drizzle/sqlite' })
