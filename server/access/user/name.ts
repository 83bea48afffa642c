type Named = { nickName: string | null | undefined; username: string }

/**
 * What a user is called where it must be clear who it is. Nicknames are chosen freely, so the account, which nobody has
 * twice, stands behind.
 */
export const nameOfUser = ({ nickName, username }: Named): string =>
  !nickName || nickName === username ? username : `${nickName} (${username})`
