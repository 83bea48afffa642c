import { readFileSync } from 'node:fs'
import { packaged } from '../../platform/process/packaged'

/** The path of the settings in the service's unit. */
const SETTINGS_FILE = '/etc/caliper/caliper.env'
/** Settings in the unit itself; the file takes precedence. */
const unitSettings = { CALIPER_DATA_DIR: '/var/lib/caliper', CALIPER_LOG_DIR: 'off' }

/**
 * The settings of this machine's service. Only root may read them, and root means the service by default: a command run
 * as root works on its data without further options. The sources have no service.
 */
export function serviceSettings(
  { environment, isRoot, file }: { environment: Record<string, string | undefined>; isRoot: boolean; file: string } = {
    environment: process.env,
    isRoot: packaged !== undefined && process.getuid?.() === 0,
    file: SETTINGS_FILE,
  },
): Record<string, string> {
  if (!isRoot || environment['CALIPER_DATA_DIR'] || environment['CALIPER_DATABASE_URL']) return {}
  try {
    return { ...unitSettings, ...parsed(readFileSync(file, 'utf8')) }
  } catch {
    return {} // not installed as a service
  }
}

/** Caliper's settings, and the folder for temporary files; one per line, quoted or not, as systemd reads them. */
function parsed(lines: string): Record<string, string> {
  const settings = lines.matchAll(/^[ \t]*(CALIPER_\w+|TMPDIR)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))[ \t\r]*$/gm)
  return Object.fromEntries(
    [...settings].map(([, name, double, single, plain = '']) => [name!, double ?? single ?? plain.trim()]),
  )
}
