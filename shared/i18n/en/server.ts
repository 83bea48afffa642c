import type { serverZh } from '../zh/server'

/** English. */
export const serverEn = {
  // what the server answers
  'done.found': 'Found',
  'done.captcha': 'success',
  'done.created': 'Created',
  'done.updated': 'Updated',
  'done.deleted': 'Deleted',
  'done.restored': 'Restored',
  'done.done': 'Done',
  'done.signedOut': 'Signed out',
  'done.noted': 'Noted',
  'error.invalid': 'The input is not valid: {detail}',
  'error.notJson': 'The request is not valid JSON',
  'error.wrongType': 'Only application/json is accepted',
  'error.tooLarge': 'The request is too large',
  'error.tooDeep': 'The request is nested too deeply',
  'error.signedOut': 'You are not signed in',
  'error.otherUser': 'Another user is signed in now',
  'error.sessionExpired': 'Login status has expired, sign in again',
  'error.forbidden': 'You lack the permission {tags}. Ask an administrator.',
  'error.permission': '“{title}”',
  'error.notFound': 'The record does not exist or was deleted',
  'error.noSuchAddress': 'There is no such address',
  'error.duplicate': 'The same record already exists',
  'error.idempotencyKey': 'Idempotency-Key must be 16 to 64 letters, digits, - or _',
  'error.idempotencyOther': 'This Idempotency-Key was used for another request',
  'error.alreadyDone': 'This request was already processed. Reload to see its result',
  'error.inUse': 'The record is in use and cannot be deleted',
  'error.changedMeanwhile': 'This was changed meanwhile',
  'error.changedBy': 'This was changed by {person} meanwhile',
  'error.fieldChanged': 'Changed meanwhile',
  'error.orderChanged': 'Somebody else has changed the order here. Look at it and try again',
  'error.fault': 'Server fault, request {id}',
  'error.busy': 'The server is busy, try again later',
  'error.notReady': 'The server cannot process requests at present',
  'error.noSpace': 'The server is out of storage; nothing was saved',
  'error.damaged': 'The database is damaged. Inform the administrator of this server',
  'error.tooMany': 'Too many requests, try again in {seconds} {seconds|second|seconds}',

  // sheets, as the server tells
  'import.busy': 'An import is already running. Try again when it has finished',
  'import.notSheet': 'The file is not a CSV or XLSX file, or is damaged. Save an old XLS file as XLSX',
  'import.tooLarge': 'The content of the file is too large',
  'import.tooManyRows': 'The file has more than {rows} rows; split it',
  'import.tooManyColumns': 'The file has more than {columns} columns',
  'import.noColumn': 'The first row has no column that can be imported',
  'import.missing': 'This column is missing',
  'import.twice': 'This column appears more than once',
  'import.errorCell': '“{value}” is a spreadsheet error, not a value',
  'import.merged': 'The cells {range} are merged over several rows: unmerge them and fill in each row',
  'import.onlyExample': 'The file contains only the example row',
  'import.exampleSkipped': 'Example rows skipped: {count}',
  'import.noRows': 'The file contains no rows',
  'import.sameAs': 'Same as row {row}',
  'import.notOneOf': '“{value}” is none of: {words}',
  'import.templateTitle': '{title} import template',
  'import.noPasswords': '{count} {count|user has|users have} no password. Reset it before they sign in',
  'import.checked': '{count} {count|row|rows} can be imported',
  'import.saved': '{count} {count|row|rows} imported',
  'import.refused': '{count} of {total} rows {count|has|have} faults; nothing was imported',

  // signing in
  'login.passwordExpired':
    'This password was set by an administrator and expired after {hours} {hours|hour|hours}. Ask an administrator for a new one',
  'login.failed': 'Wrong user name or password',
  'login.captchaWrong': 'Wrong captcha',
  'login.captchaNeeded': 'Solve the captcha first',
  'login.throttled': 'Too many attempts, try again in {seconds} {seconds|second|seconds}',
  'password.shorterThan': 'At least {min} characters',
  'password.common': 'This password is too common and easy to guess. Choose another',
  'password.mustChange': 'Your password was set by an administrator. Choose your own first',

  // scheduled jobs
  'job.isRunning': '{name} is already running',
  'job.started': 'Started',
  'job.noBackup': 'With PostgreSQL, back up with pg_dump',
  'job.cutShort': 'The server stopped while the job was running',
  'job.clockLept':
    'No entries were deleted: there is no activity from {from} to {to}, so the clock may have been set forward. If the clock is right, the clean-up resumes automatically within a week',
  'job.done.cleanup':
    'Deleted {signIns} {signIns|entry|entries} of the sign-in log, {operations} of the operation log, {trash} of the trash',
  'job.done.backup': 'Backed up to {name} ({megabytes} MB); {kept} {kept|backup|backups} kept',
  'job.done.statistics': 'Database statistics refreshed',

  // backups, and putting one in the place of the data
  'backup.noDatabase': 'There is no database in {folder}',
  'backup.isThere': '{file} already exists',
  'backup.sourceNotOurs': '{name} is empty or is not a Caliper database: no backup was made',
  'backup.sourceDamaged': 'The database is damaged, so no backup was made',
  'backup.noSpace': 'There is not enough space in {folder}: {needed} MB are needed, {free} MB are free',
  'backup.full': 'There is no space left in {folder}',
  'backup.cannotWrite': '{folder} cannot be written: {why}',
  'backup.noFile': 'There is no file {name}',
  'backup.unreadable': '{name} cannot be read',
  'backup.notOurs': '{name} is not a backup of Caliper',
  'backup.damaged': '{name} is damaged: {why}',
  'backup.newer': '{name} comes from a newer version of Caliper ({version}). Install that version first',
  'backup.isDemo': '{name} is a backup of demo data, whose passwords are public',
  'backup.trailBroken': 'The audit trail in {name} is broken: {why}',
  'backup.failed': 'The restore failed, and the data are unchanged. The server log states the reason',
  'backup.why.cutShort': 'it is incomplete',
  'backup.why.packing': 'it cannot be unpacked',
  'backup.why.larger': 'it is larger than stated in its header',
  'backup.why.checksum': 'its checksum differs',
  'backup.why.missing': 'it contains no database',
  'backup.why.database': 'its database is damaged',
  'backup.why.schema': 'its database does not have the structure of a Caliper database',
  'disk.refused': 'permission denied ({code})',
  'disk.readOnly': 'the disk is read-only ({code})',
  'disk.full': 'no space left ({code})',
  'disk.quota': 'the disk quota of this user is used up ({code})',
  'disk.noFolder': 'the folder does not exist ({code})',
  'disk.fails': 'disk error ({code})',
  'setup.restored': 'The backup was restored, sign in',
  'setup.noRestore': 'With PostgreSQL, restore with pg_restore',
  'setup.restoring': 'A backup is being restored. Please wait',
  'setup.noFile': 'Send the backup file as {type}',

  // what lies where, and what was deleted
  'scope.outside': 'A chosen department is outside your data scope',
  'trash.taken': 'Cannot restore {name}: its name or key is used by another record',
  'trash.dangling': 'Cannot restore {name}: a record it refers to was deleted. Restore that one first',

  // users: what is refused
  'user.nameTaken': 'This user name is already taken',
  'user.accountTaken': 'This user name is already taken',
  'user.badDept': 'There is no such department, or it is disabled',
  'user.severalDepts': 'Several departments have this name: include the parent department, as in “Quality/Shift 1”',
  'user.deptNeeded': 'Choose a department within your data scope',
  'user.severalPosts': 'Several posts have this name: enter the code of the post',
  'user.severalRoles': 'Several roles are called {names}: enter the role key',
  'user.badPost': 'There is no such post, or it is disabled',
  'user.badRoles': 'There is no role {names}, or it is disabled',
  'user.beyondOwn': 'This user has permissions or a data scope beyond your own, so you cannot change the user',
  'user.roleBeyondOwn': 'You cannot assign a role with permissions or a data scope beyond your own',
  'user.ownRights': 'You cannot change your own roles, department or status. Ask another administrator',
  'user.nameReserved': 'Somebody has signed records under this user name, so it cannot be used for another account',
  'user.hasSigned': '{names} signed or recorded quality data and cannot be deleted. Disable the account instead',
  'user.ownDelete': 'You cannot delete yourself',
  'user.ownPassword': 'Change your own password on your profile page',
  'user.lastAdministrator':
    'This is the last active administrator, who cannot be disabled, deleted or removed from the role',
  'user.passwordReset': 'Password reset',
  'setup.badToken': 'The setup link is not valid or has expired. The server log shows a new one',

  // instruments that send measurements
  'access.endPast': 'The end date must be in the future',
  'qcInstrument.keyUnknown': 'The instrument key is not valid, was revoked or has expired',
  'qcInstrument.accountGone':
    'The account of this key is disabled or deleted, or the key was revoked: ask a quality engineer',
  'qcInstrument.accountOff': 'This account is disabled',
  'qcInstrument.accountMayNot': 'This account must be allowed to create and to submit QC records',
  'qcInstrument.revokedAlready': 'The instrument key is already revoked',
  'qcInstrument.otherProduct': 'This key accepts product line {product} only',
  'qcInstrument.missing': 'Values of a required item are missing',
  'qcInstrument.uidOther': 'Record {no} was made under this id with other content: give each reading an id of its own',
  'qcInstrument.implausible': 'Implausible value: a user must enter and confirm it',
  'qcInstrument.taken': '{made} created, {known} already existed, {refused} refused',
  'qcInstrument.noneTaken': 'No measurement was accepted. Each states the reason',

  // own profile, sessions and sign-in log, as the server tells
  'upload.wrongType': 'Only multipart/form-data is accepted',
  'upload.oneFile': 'Send one file, in the field {field}',
  'session.beyondOwn': 'You cannot end sessions of users with more permissions than you',
  'session.ended': 'Session ended',

  // WeCom: refusals, bindings, and the simulator
  'wecom.notSetUp': 'Signing in with WeCom is not set up',
  'wecom.badState': 'This QR code has expired or was used; refresh it and try again',
  'wecom.refused': 'WeCom did not confirm this; refresh the QR code and try again',
  'wecom.stranger': 'This WeCom account is not a member of the company; use one that is',
  'wecom.away': 'WeCom does not answer at present. Try again later, or sign in with your password',
  'wecom.code.40001':
    'The secret of the application is wrong or belongs to another company: check CALIPER_WECOM_SECRET',
  'wecom.code.40013': 'The company ID is wrong: check CALIPER_WECOM_CORP_ID',
  'wecom.code.40056': 'The AgentId of the application is wrong: check CALIPER_WECOM_AGENT_ID',
  'wecom.code.45009': 'WeCom allows no more calls for now: try again later',
  'wecom.code.48002': 'The application may not use this call',
  'wecom.code.50001':
    'The domain of the address is not a trusted domain: set it in the application in the admin console of WeCom',
  'wecom.code.50002': 'The member may not see the application: set who may in the admin console of WeCom',
  'wecom.code.50003': 'The application is disabled',
  'wecom.code.60011': 'The application may not read this member',
  'wecom.code.60020':
    'The address of the server is not a trusted IP of the application: add it in the admin console of WeCom',
  'wecom.code.301002': 'This application may not be used: check that AgentId and secret are of the same application',
  'wecom.fault.refused': 'WeCom refused the call {call}',
  'wecom.fault.away': 'WeCom did not answer the call {call} as it should ({problem})',
  'wecom.fault.address': 'WeCom sees the address {address}.',
  'wecom.notBound':
    'No account is bound to this WeCom account: sign in with your password and bind it on your profile page, or ask an administrator to do so',
  'wecom.mayNotSignIn': 'The bound account may not sign in at present; ask an administrator',
  'wecom.bound': 'Bound to WeCom',
  'wecom.unbound': 'No longer bound to WeCom',
  'wecom.alreadyBound': 'Your account is already bound to WeCom. Unbind it first',
  'wecom.memberTaken': 'This member is bound to another account. Unbind that account first',
  'wecom.noBinding': 'Your account is not bound to WeCom',
  'wecom.wrongPassword': 'Wrong password',
  'wecom.ownByProfile': 'Bind your own account on your profile page, by confirming in WeCom',
  'wecom.simulator': 'WeCom simulator',
  'wecom.simulatorWhat':
    'This page stands in for WeCom in demos and tests only, where anybody may be anyone. In real use, people confirm in their own WeCom.',
  'wecom.simulatorChoose': 'Choose a colleague',
  'wecom.simulatorNobody': 'A colleague without an account',
  'wecom.simulatorHere':
    'The simulator signs in only on the computer that runs the demo: open the sign-in page there, as localhost',
  'wecom.simulatorBadLink':
    'This link does not come from the sign-in page of this system; go back there and refresh the QR code.',

  // departments and posts
  'dept.noParent': 'There is no such department',
  'dept.parentOff': '{name} is disabled, so no department can be placed under it',
  'dept.insideItself': '{name} cannot be moved under itself',
  'dept.movesUnseen': 'Some departments below it are outside your data scope',
  'dept.tooDeep': 'At most {max} levels of departments',
  'dept.nameTaken': 'The parent department already has a department {deptName}',
  'dept.hasChildren':
    '{name} still has {count} {count|department|departments} below it and cannot be deleted. Move or delete them first',
  'dept.hasUsers':
    '{name} still has {count} {count|user|users} and cannot be deleted. Move them to another department, or disable this one',
  'dept.outOfSight':
    'At that position the department would be outside your data scope. Ask an administrator with a wider scope',
  'post.codeTaken': 'The code {postCode} is already in use',
  'post.inUse': '{name} still has {count} {count|user|users} and cannot be deleted. Disable it instead',

  // roles
  'role.notYours': 'You do not have this role',
  'role.keyTaken': 'The key {roleKey} is already in use',
  'role.inUse': '{names} still has users and cannot be deleted. Disable it instead',
  'role.adminFixed': 'The administrator role cannot be disabled, deleted, renamed or given another key',
  'role.beyondOwn': 'You cannot grant or change permissions you do not have',
  'role.statusDone': 'Status of role {roleId} updated',
  'role.unknownMenus': 'There is no menu {ids}',
  'role.adminScope': 'The data scope of the administrator role is always all data',
  'role.ownScope': 'You cannot change the data scope of a role you have',
  'role.scopeBeyondOwn': 'The data scope of this role goes beyond your own',
  'role.unknownDepts': 'There is no department {ids}',
  'role.lockOut': 'This is your only enabled role. Without it you could no longer sign in',

  // what the operation log is about
  'operation.browser': 'Browser',
  'operation.system': 'System',
  'operation.traceStays':
    'Entries about deleted log entries cannot be deleted manually. They are deleted when their retention time ends',

  // department page

  // menu entries
  'menu.tooDeep': 'The menu has 5 levels at most',
  'menu.noParent': 'The parent does not exist, or has been deleted',
  'menu.cycle': 'A menu entry cannot be placed under itself',
  'menu.actionNeedsPage': 'An action can only be put below a page',
  'menu.needsDirectory': 'Directories and pages can only be put at the top or below a directory',
  'menu.childrenDoNotFit': '“{name}” below it cannot be put below this type',
  'menu.pathReserved': 'The system uses this path; choose another one',
  'menu.pathTaken': '“{name}” already has the path {path}',
  'menu.nameTaken': '“{name}” already has the route name {menuName}',
  'menu.beyondOwn': 'You cannot change a permission you do not have: {tag}',
  'menu.needed': 'The menu page must stay: without it the menu could no longer be changed',
  'menu.hasChildren': '{count} {count|entry is|entries are} below it; delete {count|it|them} first: {names}',

  // dictionaries
  'dict.typeTaken': 'There is already a dictionary of type [{dictType}]',
  'dict.inUse':
    'Dictionary {names} still has {count} {count|entry|entries} and cannot be deleted. Disable it, or delete the entries first',
  'dict.noType': 'There is no dictionary of type {dictType}',
  'dict.typeGone': 'The dictionary of type {dictType} was deleted. Restore it first',
  'dict.usedByJobs':
    '{name} is the group of {count} {count|job|jobs} ({jobs}), so it cannot be deleted or given another value. Disable it instead',
  'dict.recorded':
    'Inspection records may contain “{name}”, so it cannot be deleted or given another value. Disable it instead',
  'dict.usedByUsers':
    '{name} is the sex of {count} {count|user|users}, so it cannot be deleted or given another value. Disable it instead',
  'dict.valueTaken': '“{dictLabel}” already has the value {dictValue}',

  // parameters
  'config.keyTaken': 'There is already a parameter {configKey}',
  'config.secretAgain': 'Enter the value again: a stored secret cannot be read, only replaced',
  'config.secretFrontend': 'A secret cannot be public',
  'config.builtIn': 'The parameter {configKey} is built in and cannot be deleted or renamed',
  'config.builtInType': 'The system uses the parameter {configKey}, so it stays built in',

  // system settings
  'sysSet.idleBeyondMax': 'Must not exceed the maximum session length ({max} minutes)',
  'sysSet.logoNotYours': 'Upload the picture as a logo: this one no longer exists, or belongs to a user',

  // what administrators have to see to
  'watch.full': 'The disk is full: nothing can be saved. Free up space on the data disk',
  'watch.damaged': 'The database file is damaged: stop the server and restore a backup',
  'watch.unread': 'The database does not answer: nothing can be read or saved',
  'watch.unwritten': 'The database cannot be written: nothing is saved. Check the data disk',
  'watch.diskLow': 'Only {free} left on the data disk ({percent}%)',
  'watch.noBackup': 'These data have never been backed up. Enable the backup job',
  'watch.backupHours': 'The last backup is {hours} {hours|hour|hours} old. Check the backup job',
  'watch.backupDays': 'The last backup is {days} {days|day|days} old. Check the backup job',
  'watch.clockBehind':
    'The server clock is {minutes} {minutes|minute|minutes} behind the data. Correct it: record times are not reliable until then',
  'watch.clockForward':
    'The server clock was set forward by {minutes} {minutes|minute|minutes}. Check that it is right',
  'watch.clockBack': 'The server clock was set back by {minutes} {minutes|minute|minutes}. Check that it is right',
} as const satisfies Record<keyof typeof serverZh, string>
