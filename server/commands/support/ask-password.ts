import { isPasswordUnlikeName, NewPassword } from '#shared/access/password'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { policyOf } from '../../access/settings/policy'
import type { Settings } from '../../env'
import { hashPassword, randomPassword } from '../../platform/security/password'
import { StartError, type Store } from '../../platform/store'
import { say } from './command-line'

type Options = { store: Store; settings: Settings; username: string; /** `--random`. */ isRandom: boolean }

/**
 * The new password of an account with its hash: random, from CALIPER_ADMIN_PASSWORD, typed twice, or the first line of
 * piped input. An empty one becomes a random password.
 * @throws StartError if it is not allowed, or there is none
 */
export async function askPassword({ store, settings, username, isRandom }: Options) {
  const typedIn = () => (process.stdin.isTTY ? typed(username) : piped())
  const chosen = isRandom ? '' : (settings.adminPassword ?? (await typedIn()))
  const password = chosen || randomPassword()
  if (chosen) refuseWeak(password, username, (await policyOf(store, settings)).minPasswordLength)
  return { password, isRandom: !chosen, passwordHash: await hashPassword(password) }
}

async function typed(username: string): Promise<string> {
  const first = await askHidden(`New password of ${username} (Enter alone: one is made up): `)
  if (first === '') return ''
  if ((await askHidden('The same once more: ')) !== first) throw new StartError('These two were not the same.')
  return first
}

async function piped(): Promise<string> {
  const [line = ''] = (await Bun.stdin.text()).split(/\r?\n/, 1)
  if (line === '') throw new StartError('No password was given: pipe one in, or have one made up with --random.')
  return line
}

function refuseWeak(password: string, username: string, minLength: number) {
  const { error } = NewPassword.safeParse(password)
  const [issue] = error?.issues ?? []
  if (issue) throw new StartError(isTextKey(issue.message) ? text('en', issue.message) : issue.message)
  if (password.length < minLength) throw new StartError(text('en', 'password.shorterThan', { min: minLength }))
  if (!isPasswordUnlikeName({ username, password })) throw new StartError(text('en', 'password.likeName'))
}

/** Alone on standard output, so that a script can read it, and it is in no log. */
export function showPassword(password: string) {
  say('The password, shown this once; another one must be chosen at the first sign-in:')
  console.log(password)
}

const ENTER = /[\r\n]/
const CTRL_C = '\x03'
const CTRL_D = '\x04'
const BACKSPACE = /[\x7f\b]/

/** Asks the person at the terminal for a line without showing it. Ctrl-C and Ctrl-D end the process. */
async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stdin.setRawMode(true) // before the question, so that an early answer is hidden too
  stderr.write(question)
  stdin.setEncoding('utf8')
  stdin.resume()
  try {
    return await new Promise<string>((resolve) => {
      let line: string[] = []
      stdin.on('data', function take(chunk: string) {
        for (const char of chunk) {
          if (char === CTRL_C || char === CTRL_D) {
            stdin.setRawMode(false)
            stderr.write('\nNothing was changed.\n')
            process.exit(130)
          }
          if (ENTER.test(char)) {
            stdin.off('data', take)
            return resolve(line.join(''))
          }
          if (BACKSPACE.test(char)) line = line.slice(0, -1)
          else line.push(char)
        }
      })
    })
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
