import { bootstrap } from './bootstrap'

await bootstrap({ client: 'none' })
const { auditVerify } = await import('./run-audit-verify')
process.exit(await auditVerify())
