import { errorFields, log } from '../../platform/log/index'

/** Has the log say why the process ends when something was thrown that nobody caught. It ends all the same. */
export function logCrashes(): void {
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crash', errorFields(error)))
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
