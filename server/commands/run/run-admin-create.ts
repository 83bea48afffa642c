import { z } from 'zod'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { name } from '#shared/list/page'
import { Username } from '#shared/access/setup'
import { createAdministrator } from '../../access/user/administrator'
import { askPassword, showPassword } from '../support/ask-password'
import { optionsAndRest, say, UsageError, type Command, flag, value } from '../support/command-line'
import { onHost } from '../host'

const help = `
Usage: caliper admin create USER [--name NAME] [--random]

Adds an administrator. A running server goes on running, and knows the new account at once.

  USER         the name to sign in with
  --name NAME  what people call them; otherwise USER
  --random     a password is made up and shown once; it must be changed at the first sign-in

The password is asked for at the terminal and not shown. It may also come from CALIPER_ADMIN_PASSWORD, or be piped in.
That it was done stands in the operation log, by "(host)".

Example: caliper admin create li --name 李娜 < password.txt

Exit codes: 0 done, 1 not done (one sentence says why), 2 used wrongly.
`

const Input = z.object({ username: Username, nickName: name(64) })

export const command: Command = {
  summary: 'adds an administrator, beside a running server too',
  help,
  async run(args) {
    const config = { name: value, random: flag } as const
    const { values, rest } = optionsAndRest(args, config, 1)
    const [typed] = rest
    if (typed === undefined) throw new UsageError('Which user? Give a name to sign in with.')
    const { data: input, error } = Input.safeParse({ username: typed, nickName: values.name ?? typed })
    if (!input) throw new UsageError(wordsOf(error.issues[0]!))

    return onHost('caliper admin create', async ({ store, settings, contextOf }) => {
      const chosen = { store, settings, username: input.username, isRandom: values.random ?? false }
      const { password, isRandom, passwordHash } = await askPassword(chosen)
      const context = await contextOf('user', 'Create an administrator on the host')
      await createAdministrator(store, { ...input, passwordHash, mustChangePassword: isRandom }, context)
      say(`${input.username} is an administrator now.`)
      if (isRandom) showPassword(password)
      return 0
    })
  },
}

const limits: Record<string, string> = {
  username: 'The name to sign in with has 2 to 64 characters',
  nickName: 'The name behind --name has 1 to 64 characters',
}
const wordsOf = ({ message, path }: z.core.$ZodIssue) =>
  isTextKey(message) ? text('en', message) : (limits[String(path[0])] ?? message)
