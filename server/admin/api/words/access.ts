import type { OperationTexts } from './operation-texts'

/** Operations of people, rights, sessions and the frame. */
export const accessOperations = {
  'route.department.tree': [
    'listDepartments',
    'All departments that the filters find, with the departments above them, as a tree in their order.',
  ],
  'route.department.order': [
    'setDepartmentOrder',
    'Puts the departments below one into the order of `order`. A department that stands elsewhere moves there, with all below it. With `seen` the change is refused with 409 if somebody else moved one of them meanwhile.',
  ],
  'route.department.update': [
    'updateDepartment',
    'Changes a department; another `parentId` moves it with all departments below it. A field that is left out stays as it is.',
  ],
  'route.department.options': [
    'listDepartmentOptions',
    'The tree of departments, limited to those that the caller may put a record into.',
  ],
  'route.file.get': ['getUploadedPicture', 'A picture of a person or a logo, by the address that other answers name.'],
  'route.login.captcha': [
    'createCaptcha',
    'A picture with a code. Signing in asks for the code and the `id` of the captcha where the installation wants one, or after several failures. Send the `id` as `uuid`.',
  ],
  'route.login.signIn': [
    'signIn',
    'Opens a session and answers its token. Send it as `Authorization: Bearer <token>`. After several failures the account or the network has to wait, and 429 says how long.',
  ],
  'route.login.signOut': ['signOut', 'Ends the session of the token.'],
  'route.login.refresh': [
    'refreshToken',
    'Swaps the token of the caller for a new one of the same session, which ends when it did before. The old token is refused at once. With `x-swap-key`, the same request sent again within 30 seconds gets the same answer.',
  ],
  'route.menu.tree': [
    'listMenus',
    'All menu entries that the filters find, with directories, pages and actions, as a tree.',
  ],
  'route.menu.order': [
    'setMenuOrder',
    'Puts the children of a menu entry into the order of `order`. With `seen` the change is refused with 409 if somebody else moved one of them meanwhile.',
  ],
  'route.menu.export': ['exportMenus', 'The menu as a CSV or XLSX file, one row for each entry.'],
  'route.menu.own': ['getOwnMenu', 'The menu entries that the caller may open, as a tree.'],
  'route.menu.ofRole': [
    'getRoleMenus',
    'The tree of menu entries to grant, and the ids that the role has. Role 0 is one that does not exist yet.',
  ],
  'route.messenger.setForUser': [
    'setUserMessenger',
    'Binds a user to a member of WeCom; an empty `memberId` ends the binding.',
  ],
  'route.messenger.unbind': [
    'unbindMessenger',
    'Ends the binding of the own account to a member of WeCom. Asks for the own password.',
  ],
  'route.messenger.get': ['getMessenger', 'Whether the own account is bound to a member of WeCom, and to whom.'],
  'route.messenger.bind': [
    'bindMessenger',
    'Binds the own account to the member who scanned the QR code. Asks for the own password.',
  ],
  'route.messenger.qrCode': [
    'createMessengerQrCode',
    'A QR code that the own account is bound with when a phone scans it.',
  ],
  'route.messenger.proposal': [
    'findMessengerProposal',
    'Which member of WeCom scanned the QR code. Nothing is bound before the caller confirms.',
  ],
  'route.operationLog.clean': [
    'cleanOperationLog',
    'Deletes all entries of the operation log. Entries about such deletions stay.',
  ],
  'route.operationLog.remove': [
    'deleteOperationLogEntries',
    'Deletes entries of the operation log by id. The deletion itself is written to the log.',
  ],
  'route.operationLog.list': ['listOperationLog', 'A page of the operation log: who changed what, and when.'],
  'route.operationLog.get': [
    'getOperationLogEntry',
    'One entry of the operation log, with the values before and after the change.',
  ],
  'route.operationLog.export': ['exportOperationLog', 'All entries that the filters find, as a CSV or XLSX file.'],
  'route.operator.info': ['getCurrentUser', 'The signed-in user with roles and permissions.'],
  'route.operator.actingRole': [
    'setActingRole',
    'Limits the session to one of the own roles, or to none of them in particular, and answers a new token.',
  ],
  'route.profile.update': [
    'updateProfile',
    'Changes the own record. Another phone number or e-mail address asks for the own password.',
  ],
  'route.profile.removeAvatar': ['deleteAvatar', 'Removes the picture of the own account.'],
  'route.profile.setAvatar': [
    'setAvatar',
    'Takes a JPEG, PNG or WebP file of at most 512 kB as the picture of the own account.',
  ],
  'route.profile.get': ['getProfile', 'The own record with the roles and posts to show beside it.'],
  'route.profile.setPassword': ['setOwnPassword', 'Changes the own password. All other sessions of the caller end.'],
  'route.role.setStatus': [
    'setRoleStatus',
    'Enables or disables a role. Users keep a disabled role, but it grants nothing.',
  ],
  'route.role.departments': [
    'getRoleDepartments',
    'The tree of departments to choose from for the data scope of a role, and the ids that the role has.',
  ],
  'route.role.setDataScope': [
    'setRoleDataScope',
    'Sets which rows the holders of a role work with: `1` all, `2` the departments of `deptIds`, `3` the own department, `4` the own department and those below it, `5` the own rows.',
  ],
  'route.apiToken.listOwn': ['listOwnTokens', 'Tokens by which programs act for the caller.'],
  'route.apiToken.scopes': ['listTokenScopes', 'What the caller may make a scope, by pages of the menu.'],
  'route.apiToken.createOwn': ['createOwnToken', 'Creates a token for the caller. It is answered this once only.'],
  'route.apiToken.revokeOwn': ['revokeOwnToken', 'Revokes a token that acts for the caller.'],
  'route.apiToken.list': ['listTokens', 'Tokens of accounts in the data scope of the caller.'],
  'route.apiToken.create': [
    'createServiceToken',
    'Creates a token for an account that may do no more than the caller. It is answered this once only.',
  ],
  'route.apiToken.revoke': ['revokeToken', 'Revokes a token.'],
  'route.session.end': [
    'endSessions',
    'Ends sessions of the caller, or of users in their data scope who have no more permissions than the caller. Their tokens are refused from then on.',
  ],
  'route.session.list': [
    'listSessions',
    'A page of the open sessions of users in the data scope of the caller, and of the own ones.',
  ],
  'route.session.endOwn': ['endOwnSessions', 'Ends sessions of the caller by id.'],
  'route.session.listOwn': ['listOwnSessions', 'The open sessions of the caller, the one used last first.'],
  'route.setup.create': [
    'createFirstAdministrator',
    'Creates the first administrator of an empty installation. Asks for the token of the set-up link that the server prints at start.',
  ],
  'route.setup.link': ['checkSetupLink', 'Whether a token is that of the set-up link.'],
  'route.setup.restore': [
    'restoreBackup',
    'Replaces an empty installation by a backup. The body is the file itself; the header `X-Setup-Token` has the token of the set-up link.',
  ],
  'route.systemSettings.uploadLogo': [
    'uploadLogo',
    'Stores a JPEG, PNG or WebP file as a logo and answers its address, which a system setting then names.',
  ],
  'route.systemSettings.get': ['getSystemSettings', 'The values of all system settings, by key.'],
  'route.systemSettings.update': [
    'updateSystemSettings',
    'Saves system settings, all of the list or none. They apply from the next request. With `seen` a setting is refused with 409 if somebody else saved another value meanwhile.',
  ],
  'route.trash.remove': ['deleteForGood', 'Deletes records of the trash for good. They cannot be restored.'],
  'route.trash.list': ['listTrash', 'A page of the deleted records that the caller may restore.'],
  'route.user.create': [
    'createUser',
    'Creates a user and answers the id. The user must choose another password at the first sign-in.',
  ],
  'route.user.updateByBody': [
    'updateUserByBody',
    'The same as `updateUser`, with the id in the body, for clients of the API family.',
  ],
  'route.user.choices': ['listUserChoices', 'The roles and posts that the caller may give to a user.'],
  'route.user.resetPassword': [
    'resetUserPassword',
    'Sets the password of a user, who must choose another one at the next sign-in. Ends the sessions of the user.',
  ],
  'route.user.setStatus': ['setUserStatus', 'Enables or disables a user. Disabling ends the sessions of the user.'],
  'route.view.list': [
    'listViews',
    'The saved views of a list that the caller may choose: the own ones and those shared with the own roles. Also says which one the list opens with.',
  ],
  'route.view.roles': ['listViewRoles', 'The roles that the caller may share a view with.'],
  'route.view.setDefault': [
    'setDefaultView',
    'Chooses the view that a list opens with for the caller: an id, 0 for the built-in view, null for the view of the own roles.',
  ],
  'route.view.setColumns': [
    'setListColumns',
    'Stores order, width and visibility of the columns of a list for the caller.',
  ],
  'route.view.create': ['createView', 'Saves filters, order and columns of a list under a name and answers the id.'],
  'route.view.update': ['updateView', 'Changes a view of the caller. A field that is left out stays as it is.'],
  'route.view.share': ['shareView', 'Shares a view of the caller with the roles in the body, and with no others.'],
  'route.view.remove': ['deleteViews', 'Deletes views of the caller and answers their ids.'],
  'route.wechat.qrCode': ['createSignInQrCode', 'A QR code to sign in with by WeCom.'],
  'route.wechat.state': ['getSignInQrCode', 'Whether a phone has scanned the QR code and confirmed the sign-in.'],
  'route.wechat.confirm': [
    'confirmSignInQrCode',
    'Confirms or refuses what a QR code asks for. The page that WeCom opens on the phone sends it, with `code` or with `isRefused`.',
  ],
  'route.wechat.login': ['signInByQrCode', 'Opens a session by a QR code that a phone has confirmed.'],
} as const satisfies OperationTexts
