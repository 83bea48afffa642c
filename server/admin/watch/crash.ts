import { errorFields, log } from '../../platform/log/index'

/** Logs why the process ends after an uncaught error. It still ends. */
export function logCrashes(): void {
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crash', errorFields(error)))
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
