import { readFileSync } from 'node:fs'
import { packaged } from '../../platform/process/packaged'

/** Where the service's unit says that its settings stand. */
const SETTINGS_FILE = '/etc/caliper/caliper.env'
/** Settings of the unit itself; the file counts more. */
const unitSettings = { CALIPER_DATA_DIR: '/var/lib/caliper', CALIPER_LOG_DIR: 'off' }

/**
 * The settings of the service of this machine. Root, who alone may read them, means the service where nothing else is said:
 * a command typed as root works on its data, with nothing to be named. From the sources there is no service.
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

/** Those of Caliper, and the folder for temporary files; one a line, in quotes or not, as systemd reads them. */
function parsed(lines: string): Record<string, string> {
  const settings = lines.matchAll(/^[ \t]*(CALIPER_\w+|TMPDIR)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))[ \t\r]*$/gm)
  return Object.fromEntries(
    [...settings].map(([, name, double, single, plain = '']) => [name!, double ?? single ?? plain.trim()]),
  )
}
