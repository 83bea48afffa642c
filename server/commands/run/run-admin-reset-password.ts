import { statuses } from '#shared/constants'
import { administratorsOf, resetFromHost, userNamed } from '../../access/user/administrator'
import { StartError, type Store } from '../../platform/store'
import { askPassword, showPassword } from '../support/ask-password'
import { optionsAndRest, say, type Command, flag } from '../support/command-line'
import { onHost } from '../host'

const help = `
Usage: caliper admin reset-password [USER] [--random]

Gives USER another password, which has to be changed at the next sign-in, and ends all sessions of that user. An
administrator who was disabled is enabled. A running server goes on running; the new password holds at once.

  USER      the name to sign in with; may be left out where there is one administrator
  --random  a password is made up and shown once

The password is asked for at the terminal and not shown. It may also come from CALIPER_ADMIN_PASSWORD, or be piped in.
That it was done stands in the operation log, by "(host)", and in the sign-in log of the user. Where too many wrong
passwords were tried before, signing in may still be slowed for up to 15 minutes; restarting the server ends that, unless
the data are on PostgreSQL.

Example: caliper admin reset-password li --random

Exit codes: 0 done, 1 not done (one sentence says why), 2 used wrongly.
`

export const command: Command = {
  summary: 'gives somebody who has forgotten it another password',
  help,
  async run(args) {
    const { values, rest } = optionsAndRest(args, { random: flag }, 1)
    return onHost('caliper admin reset-password', async ({ store, settings, contextOf }) => {
      const user = await userToReset(store, rest[0])
      const chosen = { store, settings, username: user.username, isRandom: values.random ?? false }
      const { password, isRandom, passwordHash } = await askPassword(chosen)
      const context = await contextOf('user', 'Reset a password on the host')
      const done = await resetFromHost(store, user, passwordHash, context)
      if (!done) throw gone(user.username, [])
      const enabled = done.isEnabled ? ' The account was disabled, and is enabled now.' : ''
      const still =
        !done.isEnabled && user.status !== statuses.on ? ' The account is disabled: an administrator enables it.' : ''
      say(`${user.username} has another password. Sessions ended: ${done.sessionsEnded}.${enabled}${still}`)
      if (isRandom) showPassword(password)
      return 0
    })
  },
}

/** @throws StartError if the user does not exist, or is ambiguous */
async function userToReset(store: Store, username: string | undefined) {
  const administrators = await administratorsOf(store, store.db)
  const names = administrators.map(({ username }) => username)
  if (username !== undefined) {
    const user = await userNamed(store, store.db, username)
    if (!user) throw gone(username, names)
    return user
  }
  const [only, ...others] = administrators
  if (!only) throw new StartError('There is no administrator; make one with: caliper admin create USER')
  if (others.length > 0) throw new StartError(`Which administrator? There are: ${names.join(', ')}.`)
  return only
}

const gone = (username: string, names: string[]) =>
  new StartError(
    `There is no user "${username}".${names.length > 0 ? ` Administrators are: ${names.join(', ')}.` : ''}`,
  )
