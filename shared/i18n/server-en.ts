import type { serverZh } from './server-zh'

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
  'error.sessionExpired': 'Login status has expired, sign in again',
  'error.forbidden': 'You lack the permission {tags}. Ask an administrator.',
  'error.permission': '“{title}”',
  'error.notFound': 'The record does not exist or was deleted',
  'error.noSuchAddress': 'There is no such address',
  'error.duplicate': 'The same record exists already',
  'error.idempotencyKey': 'Idempotency-Key must be 16 to 64 letters, digits, - or _',
  'error.idempotencyOther': 'This Idempotency-Key was used for another request',
  'error.alreadyDone': 'This request was already done, reload to see its result',
  'error.inUse': 'The record is in use and can’t be deleted',
  'error.fault': 'Server fault, request {id}',
  'error.busy': 'The server is busy, try again later',
  'error.notReady': 'The server cannot serve at present',
  'error.noSpace': 'The server is out of storage; nothing was saved',
  'error.damaged': 'The database is damaged; tell whoever looks after this server',
  'error.tooMany': 'Too many requests, try again in {seconds} {seconds|second|seconds}',

  // sheets, as the server tells
  'import.busy': 'An import is under way already; try again when it has finished',
  'import.notSheet': 'The file is no CSV or XLSX, or is damaged. Save an old XLS file as XLSX',
  'import.tooLarge': 'The file holds too much',
  'import.tooManyRows': 'The file has more than {rows} rows; split it',
  'import.tooManyColumns': 'The file has more than {columns} columns',
  'import.noColumn': 'The first row names no column that can be imported',
  'import.missing': 'This column is missing',
  'import.twice': 'This column appears more than once',
  'import.errorCell': '“{value}” is an error of the spreadsheet, not a value',
  'import.merged': 'The cells {range} are merged over several rows: unmerge them and fill in each row',
  'import.onlyExample': 'The file holds only the example row',
  'import.exampleSkipped': 'Example rows left out: {count}',
  'import.noRows': 'The file holds no rows',
  'import.sameAs': 'Same as row {row}',
  'import.notOneOf': '“{value}” is none of: {words}',
  'import.templateTitle': '{title} import template',
  'import.noPasswords': '{count} {count|user has|users have} no password: reset it before they sign in',
  'import.checked': '{count} {count|row|rows} can be imported',
  'import.saved': '{count} {count|row|rows} imported',
  'import.refused': '{count} of {total} rows {count|has|have} faults; nothing was imported',

  // signing in
  'login.passwordExpired':
    'This password was set by an administrator and had to be used within {hours} {hours|hour|hours}. Ask an administrator for another',
  'login.failed': 'Wrong user name or password',
  'login.captchaWrong': 'Wrong captcha',
  'login.captchaNeeded': 'Solve the captcha first',
  'login.throttled': 'Too many attempts, try again in {seconds} {seconds|second|seconds}',
  'password.shorterThan': 'At least {min} characters',
  'password.common': 'This password is common and easy to guess: choose another',
  'password.mustChange': 'Your password was set by somebody else: choose your own first',

  // scheduled jobs
  'job.isRunning': '{name} is running already',
  'job.started': 'Started',
  'job.noBackup': 'With PostgreSQL, back up with pg_dump',
  'job.cutShort': 'The server stopped and cut the job short',
  'job.clockLept':
    'Nothing was forgotten: by the clock nothing happened here from {from} to {to}, as if it had been set ahead. If it is right, this goes on by itself within a week',
  'job.done.cleanup':
    'Deleted {signIns} {signIns|entry|entries} of the sign-in log, {operations} of the operation log, {trash} of the trash',
  'job.done.backup': 'Backed up to {name} ({megabytes} MB); {kept} {kept|backup|backups} kept',
  'job.done.statistics': 'The database has looked at its tables anew',

  // backups, and putting one in the place of the data
  'backup.noDatabase': 'There is no database in {folder}',
  'backup.isThere': '{file} is there already',
  'backup.sourceNotOurs': '{name} is empty, or no database of Caliper: no backup was made',
  'backup.sourceDamaged': 'The database is damaged, so no backup was made of it',
  'backup.noSpace': 'There is not enough space in {folder}: {needed} MB are needed, {free} MB are free',
  'backup.full': 'There is no space left in {folder}',
  'backup.cannotWrite': '{folder} cannot be written: {why}',
  'backup.noFile': 'There is no file {name}',
  'backup.unreadable': '{name} cannot be read',
  'backup.notOurs': '{name} is not a backup of Caliper',
  'backup.damaged': '{name} is damaged: {why}',
  'backup.newer': '{name} is of a newer version of Caliper ({version}); install that version first',
  'backup.isDemo': '{name} is a backup of demo data, whose passwords everybody knows',
  'backup.trailBroken': 'The audit trail in {name} is broken: {why}',
  'backup.failed': 'It could not be restored, and the data are as they were; the log of the server says why',
  'backup.why.cutShort': 'it is cut short',
  'backup.why.packing': 'it cannot be unpacked',
  'backup.why.larger': 'it holds more than it says',
  'backup.why.checksum': 'its checksum differs',
  'backup.why.missing': 'there is no database in it',
  'backup.why.database': 'its database is not sound',
  'backup.why.schema': 'its database is not made as Caliper makes it',
  'disk.refused': 'this user may not ({code})',
  'disk.readOnly': 'it lies on a disk that is read-only ({code})',
  'disk.full': 'there is no space left ({code})',
  'disk.quota': 'the space of this user is used up ({code})',
  'disk.noFolder': 'there is no such folder ({code})',
  'disk.fails': 'the disk fails ({code})',
  'setup.restored': 'The backup was restored, sign in',
  'setup.noRestore': 'With PostgreSQL, restore with pg_restore',
  'setup.restoring': 'A backup is being restored, wait a moment',
  'setup.noFile': 'Send the backup file as {type}',

  // what lies where, and what was deleted
  'scope.outside': 'A chosen department lies outside your data scope',
  'trash.taken': "Can't restore {name}: its name or key has been taken since",
  'trash.dangling': "Can't restore {name}: what it refers to is gone; restore that first",

  // users: what is refused
  'user.nameTaken': 'This user name is already taken',
  'user.accountTaken': 'This user name is already taken',
  'user.badDept': 'There is no such department, or it is disabled',
  'user.severalDepts': 'Several departments have this name: start from the one above, as in “Quality/Shift 1”',
  'user.deptNeeded': 'Choose a department within your data scope',
  'user.severalPosts': 'Several posts have this name: enter the code of the post',
  'user.severalRoles': 'Several roles are called {names}: enter the role key',
  'user.badPost': 'There is no such post, or it is disabled',
  'user.badRoles': 'There is no role {names}, or it is disabled',
  'user.beyondOwn': 'This user has permissions or a data scope beyond your own, so you can’t change them',
  'user.roleBeyondOwn': 'You can’t give a role with permissions or a data scope beyond your own',
  'user.ownRights': 'You can’t change your own roles, department or status. Ask another administrator',
  'user.nameReserved': 'Somebody has signed records under this user name. It belongs to that person for good',
  'user.hasSigned': '{names} signed or recorded quality data and cannot be deleted. Disable the account instead',
  'user.ownDelete': 'You can’t delete yourself',
  'user.ownPassword': 'Change your own password on your profile page',
  'user.lastAdministrator':
    'This is the last active administrator, who can’t be disabled, deleted or stripped of the role',
  'user.passwordReset': 'Password reset',
  'setup.badToken': 'The set-up link is not valid or has expired; the server log shows a new one',

  // instruments that send measurements
  'access.endPast': 'The end must lie in the future',
  'qcInstrument.keyUnknown': 'The instrument key is not valid, was revoked or has expired',
  'qcInstrument.accountGone':
    'The account of this key is disabled or deleted, or the key was revoked: ask a quality engineer',
  'qcInstrument.accountOff': 'This account is disabled',
  'qcInstrument.accountMayNot': 'This account must be allowed to create and to submit QC records',
  'qcInstrument.revokedAlready': 'The instrument key is revoked already',
  'qcInstrument.otherProduct': 'This key writes for product line {product} only',
  'qcInstrument.missing': 'Values of a required item are missing',
  'qcInstrument.implausible': 'Improbable: somebody has to enter and confirm it',
  'qcInstrument.taken': '{made} made, {known} known already, {refused} refused',
  'qcInstrument.noneTaken': 'None could be taken; each says why',

  // own profile, sessions and sign-in log, as the server tells
  'upload.wrongType': 'Only multipart/form-data is accepted',
  'upload.oneFile': 'Send one file, in the field {field}',
  'session.beyondOwn': 'You can’t end sessions of users who may do more than you',
  'session.ended': 'Session ended',

  // WeCom: refusals, bindings, and the simulator
  'wecom.notSetUp': 'Signing in with WeCom is not set up',
  'wecom.badState': 'This QR code has expired or was used; refresh it and try again',
  'wecom.refused': 'WeCom did not confirm this; refresh the QR code and try again',
  'wecom.stranger': 'This WeCom account is not a member of the company; use one that is',
  'wecom.away': 'WeCom does not answer at the moment; try again later, or sign in with your password',
  'wecom.code.40001':
    'The secret of the application is wrong or belongs to another company: check CALIPER_WECOM_SECRET',
  'wecom.code.40013': 'The company ID is wrong: check CALIPER_WECOM_CORP_ID',
  'wecom.code.40056': 'The AgentId of the application is wrong: check CALIPER_WECOM_AGENT_ID',
  'wecom.code.45009': 'WeCom allows no more calls for now: try again later',
  'wecom.code.48002': 'The application may not use this call',
  'wecom.code.50001':
    'The domain of the address is no trusted domain: set it in the application in the admin console of WeCom',
  'wecom.code.50002': 'The member may not see the application: set who may in the admin console of WeCom',
  'wecom.code.50003': 'The application is disabled',
  'wecom.code.60011': 'The application may not read this member',
  'wecom.code.60020':
    'The address of the server is no trusted IP of the application: add it in the admin console of WeCom',
  'wecom.code.301002': 'This application may not be used: check that AgentId and secret are of the same application',
  'wecom.fault.refused': 'WeCom refused the call {call}',
  'wecom.fault.away': 'WeCom did not answer the call {call} as it should ({problem})',
  'wecom.fault.address': 'WeCom sees the address {address}.',
  'wecom.notBound':
    'No account is bound to this WeCom account: sign in with your password and bind it on your profile page, or ask an administrator to do so',
  'wecom.mayNotSignIn': 'The bound account may not sign in at present; ask an administrator',
  'wecom.bound': 'Bound to WeCom',
  'wecom.unbound': 'No longer bound to WeCom',
  'wecom.alreadyBound': 'Your account is bound to WeCom already; unbind it first',
  'wecom.memberTaken': 'This member is bound to another account; unbind that one first',
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
  'dept.parentOff': '{name} is disabled, so nothing can be put below it',
  'dept.insideItself': '{name} can’t be moved below itself',
  'dept.movesUnseen': 'Departments that would move along lie outside your data scope',
  'dept.tooDeep': 'At most {max} levels of departments',
  'dept.nameTaken': 'There is already a department {deptName} below the same one',
  'dept.hasChildren':
    '{name} still has {count} {count|department|departments} below it and can’t be deleted. Move or delete them first',
  'dept.hasUsers':
    '{name} still has {count} {count|user|users} and can’t be deleted. Move them to another department, or disable this one',
  'dept.outOfSight':
    'There, the department would lie outside your data scope, and you would not see it any more. Ask somebody with a wider one',
  'post.codeTaken': 'The code {postCode} is already in use',
  'post.inUse': '{name} still has {count} {count|user|users} and can’t be deleted. Disable it instead',

  // roles
  'role.notYours': 'You do not have this role',
  'role.keyTaken': 'The key {roleKey} is already in use',
  'role.inUse': '{names} still has users and can’t be deleted. Disable it instead',
  'role.adminFixed': 'The administrator role can’t be disabled, deleted, renamed or given another key',
  'role.beyondOwn': 'You can’t grant or change permissions you do not hold',
  'role.statusDone': 'Status of role {roleId} updated',
  'role.unknownMenus': 'There is no menu {ids}',
  'role.adminScope': 'The data scope of the administrator role is always all data',
  'role.ownScope': 'You can’t change the data scope of a role you have',
  'role.scopeBeyondOwn': 'The data scope of this role goes beyond your own',
  'role.unknownDepts': 'There is no department {ids}',
  'role.lockOut': 'This is your only enabled role. Without it you could not sign in any more',

  // what the operation log is about
  'operation.browser': 'Browser',
  'operation.system': 'System',
  'operation.traceStays':
    'Entries that tell of deleted entries cannot be deleted by hand; they go when their time is up',

  // department page
  'dept.level': 'Level',

  // menu entries
  'menu.id': 'No.',
  'menu.tooDeep': 'The menu has 5 levels at most',
  'menu.noParent': 'The parent does not exist, or has been deleted',
  'menu.cycle': 'It cannot be put below itself',
  'menu.actionNeedsPage': 'An action can only be put below a page',
  'menu.needsDirectory': 'Directories and pages can only be put at the top or below a directory',
  'menu.childrenDoNotFit': '“{name}” below it cannot be put below this type',
  'menu.pathReserved': 'The system uses this path; choose another one',
  'menu.pathTaken': '“{name}” has the path {path} already',
  'menu.nameTaken': '“{name}” has the route name {menuName} already',
  'menu.beyondOwn': 'You cannot change a permission that you do not have: {tag}',
  'menu.needed': 'The page for managing menus must stay, or the menu could not be changed any more',
  'menu.orderStale': 'Somebody has changed the menu meanwhile; refresh and try again',
  'menu.hasChildren': '{count} {count|entry is|entries are} below it; delete {count|it|them} first: {names}',

  // dictionaries
  'dict.typeTaken': 'There is already a dictionary of type [{dictType}]',
  'dict.inUse':
    'Dictionary {names} still has {count} {count|entry|entries} and cannot be deleted. Disable it, or delete the entries first',
  'dict.noType': 'There is no dictionary of type {dictType}',
  'dict.typeGone': 'The dictionary of type {dictType} is gone; bring it back first',
  'dict.usedByJobs':
    '{name} is the group of {count} {count|job|jobs} ({jobs}), so it can’t be deleted or given another value. Disable it instead',
  'dict.recorded': 'Inspection records may hold “{name}”: it can’t be deleted and keeps its value. Disable it instead',
  'dict.usedByUsers':
    '{name} is the sex of {count} {count|user|users}, so it can’t be deleted or given another value. Disable it instead',
  'dict.valueTaken': 'The value {dictValue} is already that of “{dictLabel}”',

  // parameters
  'config.keyTaken': 'There is already a parameter {configKey}',
  'config.secretAgain': 'Enter the value again: nobody can read the stored secret, it can only be replaced',
  'config.secretFrontend': 'A secret cannot be public',
  'config.builtIn': 'The parameter {configKey} is built in: it can be neither deleted nor renamed',
  'config.builtInType': 'The product itself uses the parameter {configKey}: it stays built in',

  // system settings
  'sysSet.idleBeyondMax': 'Not longer than the longest session ({max} minutes)',
  'sysSet.logoNotYours': 'Upload the picture as a logo: this one is no longer there, or belongs to somebody',

  // what administrators have to see to
  'watch.full': 'The disk is full: nothing can be saved. Make room on the disk of the data',
  'watch.damaged': 'The database file is damaged: stop the server and restore a backup',
  'watch.unread': 'The database does not answer: nothing can be read or saved',
  'watch.unwritten': 'The database cannot be written: nothing is saved. Check the disk of the data',
  'watch.diskLow': 'The disk of the data has only {free} left ({percent}%)',
  'watch.noBackup': 'These data have never been backed up. Turn on the backup job',
  'watch.backupHours': 'The last backup is {hours} {hours|hour|hours} old. Look at the backup job',
  'watch.backupDays': 'The last backup is {days} {days|day|days} old. Look at the backup job',
  'watch.clockBehind':
    'The clock of the server is {minutes} {minutes|minute|minutes} behind its data. Set it right, or the times of records cannot be trusted',
  'watch.clockForward':
    'The clock of the server was set forward by {minutes} {minutes|minute|minutes}. Check that it is right',
  'watch.clockBack':
    'The clock of the server was set back by {minutes} {minutes|minute|minutes}. Check that it is right',
} as const satisfies Record<keyof typeof serverZh, string>
