import { bootstrap } from './bootstrap'

await bootstrap({ client: 'any' })
const { start } = await import('./run-start')
const { orFail } = await import('./settings')
await orFail(start)
