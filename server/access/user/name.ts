/** What people call a user where nothing else tells who it is: the name, and the account. */
export const nameOfUser = ({ nickName, username }: { nickName: string; username: string }): string =>
  nickName && nickName !== username ? `${nickName} (${username})` : username
