import { bootstrap } from './bootstrap'

await bootstrap({ client: 'none' })
const { dev } = await import('./run-dev')
const { orFail } = await import('./settings')
await orFail(dev)
