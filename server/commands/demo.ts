import { bootstrap } from './bootstrap'

await bootstrap({ client: 'current' })
const { demo } = await import('./run-demo')
const { orFail } = await import('./settings')
await orFail(demo)
