type Named = { nickName: string | null | undefined; username: string }

/** The unambiguous name of a user. Nicknames are chosen freely, so it ends with the account, which is unique. */
export const nameOfUser = ({ nickName, username }: Named): string =>
  !nickName || nickName === username ? username : `${nickName} (${username})`
