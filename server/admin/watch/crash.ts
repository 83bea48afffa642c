import { errorFields, log } from '../../platform/log/index'

/** Logs the reason of an uncaught error. The process still ends. */
export function logCrashes(): void {
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crash', errorFields(error)))
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
