import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'postgresql', schema: './server/tables-postgres.ts', out: './drizzle/postgres' })
