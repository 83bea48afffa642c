import { bootstrap } from './bootstrap'

await bootstrap({ client: 'current' })
const { serve } = await import('./run-serve')
const { orFail } = await import('./settings')
await orFail(serve)
