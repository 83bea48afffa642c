type Named = { nickName: string | null | undefined; username: string }

/**
 * What somebody is called where it counts who it was: nicknames are chosen freely, so that the sign-in name, which
 * nobody has twice, stands behind.
 */
export const nameOfUser = ({ nickName, username }: Named): string =>
  !nickName || nickName === username ? username : `${nickName} (${username})`
