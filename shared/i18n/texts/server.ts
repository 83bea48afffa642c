/** Texts that only the server uses: refusals and results. Browsers receive the rendered message, not these texts. */
export const serverTexts = {
  // answers of the server
  'done.found': ['查询成功', 'Found'],
  'done.captcha': ['success', 'success'],
  'done.created': ['创建成功', 'Created'],
  'done.updated': ['更新成功', 'Updated'],
  'done.deleted': ['删除成功', 'Deleted'],
  'done.restored': ['已恢复', 'Restored'],
  'done.done': ['操作成功', 'Done'],
  'done.signedOut': ['退出成功', 'Signed out'],
  'done.noted': ['已记录', 'Noted'],
  'error.invalid': ['提交的内容有误：{detail}', 'The input is not valid: {detail}'],
  'error.notJson': ['请求内容不是有效的 JSON', 'The request is not valid JSON'],
  'error.wrongType': ['只接受 application/json', 'Only application/json is accepted'],
  'error.tooLarge': ['请求内容过大', 'The request is too large'],
  'error.tooDeep': ['请求内容嵌套过深', 'The request is nested too deeply'],
  'error.signedOut': ['登录状态无效，请重新登录', 'You are not signed in'],
  'error.otherUser': ['现在登录的是另一位用户', 'Another user is signed in now'],
  'error.sessionExpired': ['登录状态已过期，请重新登录', 'Login status has expired, sign in again'],
  'error.forbidden': ['没有{tags}的权限，请联系管理员', 'You lack the permission {tags}. Ask an administrator.'],
  'error.permission': ['“{title}”', '“{title}”'],
  'error.notFound': ['记录不存在或已被删除', 'The record does not exist or was deleted'],
  'error.noSuchAddress': ['没有这个接口', 'There is no such address'],
  'test.noKey': ['缺少或不正确的请求头 {name}', 'The header {name} is missing or wrong'],
  'test.foreignHost': ['只能用本机的名字或地址访问', 'Use a name or address of this machine'],
  'test.badFault': ['请求头 {name} 的内容有误', 'The header {name} is not valid'],
  'test.tooManyFaults': ['最多 {max} 条故障规则', 'There may be {max} faults at most'],
  'test.tooManySnapshots': ['最多 {max} 个快照', 'There may be {max} snapshots at most'],
  'sheet.cutOff': ['… 余下 {count} 个字符见条目 {id}', '… {count} more {count|character|characters}, see entry {id}'],
  'export.busy': ['已有导出正在进行，请等它结束后再试', 'An export is already running. Try again when it has finished'],
  'error.duplicate': ['已存在相同的记录', 'The same record already exists'],
  'error.idempotencyKey': [
    'Idempotency-Key 须为 16 至 64 个字母、数字、- 或 _',
    'Idempotency-Key must be 16 to 64 letters, digits, - or _',
  ],
  'error.idempotencyOther': [
    '这个 Idempotency-Key 已用于另一个请求',
    'This Idempotency-Key was used for another request',
  ],
  'error.alreadyDone': [
    '这个请求已经处理过，应答没有保留，请刷新后查看结果',
    'This request was already processed, and its answer is not kept. Reload to see its result',
  ],
  'error.inUse': ['记录仍被引用，不能删除', 'The record is in use and cannot be deleted'],
  'error.changedMeanwhile': ['内容已被他人修改', 'This was changed meanwhile'],
  'error.changedBy': ['内容已被{person}修改', 'This was changed by {person} meanwhile'],
  'error.fieldChanged': ['已被他人修改', 'Changed meanwhile'],
  'error.orderChanged': [
    '他人已调整这里的顺序，请查看后重试',
    'Somebody else has changed the order here. Look at it and try again',
  ],
  'error.fault': ['服务器内部错误，请求编号 {id}', 'Server fault, request {id}'],
  'error.busy': ['服务器正忙，请稍后再试', 'The server is busy, try again later'],
  'error.notReady': ['服务器暂不能提供服务', 'The server cannot process requests at present'],
  'error.noSpace': ['服务器存储空间不足，未能保存', 'The server is out of storage; nothing was saved'],
  'error.damaged': [
    '数据库已损坏，请联系系统管理员',
    'The database is damaged. Inform the administrator of this server',
  ],
  'error.tooMany': [
    '请求过于频繁，请在 {seconds} 秒后再试',
    'Too many requests, try again in {seconds} {seconds|second|seconds}',
  ],

  // sheets: messages of the server
  'import.busy': ['已有导入正在进行，请等它结束后再试', 'An import is already running. Try again when it has finished'],
  'import.notSheet': [
    '文件不是 CSV 或 XLSX，或已损坏。旧的 XLS 文件请另存为 XLSX',
    'The file is not a CSV or XLSX file, or is damaged. Save an old XLS file as XLSX',
  ],
  'import.tooLarge': ['文件内容过大', 'The content of the file is too large'],
  'import.tooManyRows': ['文件超过 {rows} 行，请分成几个文件', 'The file has more than {rows} rows; split it'],
  'import.tooManyColumns': ['文件超过 {columns} 列', 'The file has more than {columns} columns'],
  'import.noColumn': ['第一行没有可以导入的列名', 'The first row has no column that can be imported'],
  'import.missing': ['缺少这一列', 'This column is missing'],
  'import.twice': ['这一列出现了不止一次', 'This column appears more than once'],
  'import.errorCell': ['“{value}”是表格软件的错误值，不是数据', '“{value}” is a spreadsheet error, not a value'],
  'import.merged': [
    '单元格 {range} 跨多行合并，请取消合并并逐行填写',
    'The cells {range} are merged over several rows: unmerge them and fill in each row',
  ],
  'import.onlyExample': ['文件中只有示例行，请填写数据', 'The file contains only the example row'],
  'import.exampleSkipped': ['示例行已跳过：{count} 行', 'Example rows skipped: {count}'],
  'import.otherSheets': [
    '只读取工作表“{sheet}”，不读取：{others}',
    'Only the sheet {sheet} is read; not read: {others}',
  ],
  'import.noRows': ['文件中没有数据行', 'The file contains no rows'],
  'import.sameAs': ['与第 {row} 行重复', 'Same as row {row}'],
  'import.notOneOf': ['“{value}”不在可选内容中：{words}', '“{value}” is none of: {words}'],
  'import.templateTitle': ['{title}导入模板', '{title} import template'],
  'import.noPasswords': [
    '{count} 名用户没有密码，需先重置密码才能登录',
    '{count} {count|user has|users have} no password. Reset it before they sign in',
  ],
  'import.checked': ['{count} 行都可以导入', '{count} {count|row|rows} can be imported'],
  'import.saved': ['已导入 {count} 行', '{count} {count|row|rows} imported'],
  'import.refused': [
    '共 {total} 行，其中 {count} 行有问题，没有导入任何内容',
    '{count} of {total} rows {count|has|have} faults; nothing was imported',
  ],

  // signing in
  'login.passwordExpired': [
    '这个密码由管理员设置，已超过 {hours} 小时的有效期。请联系管理员重新设置',
    'This password was set by an administrator and expired after {hours} {hours|hour|hours}. Ask an administrator for a new one',
  ],
  'login.failed': ['账号或密码错误', 'Wrong user name or password'],
  'login.captchaWrong': ['验证码错误', 'Wrong captcha'],
  'login.captchaNeeded': ['请先完成验证码', 'Solve the captcha first'],
  'login.throttled': [
    '尝试次数过多，请在 {seconds} 秒后再试',
    'Too many attempts, try again in {seconds} {seconds|second|seconds}',
  ],
  'password.shorterThan': ['密码至少 {min} 个字符', 'At least {min} characters'],
  'password.common': [
    '这个密码太常见，容易被猜到，请换一个',
    'This password is too common and easy to guess. Choose another',
  ],
  'password.mustChange': [
    '密码由他人设置，请先设置自己的新密码',
    'Your password was set by an administrator. Choose your own first',
  ],

  // scheduled jobs
  'job.isRunning': ['任务“{name}”正在运行', '{name} is already running'],
  'job.started': ['已开始运行', 'Started'],
  'job.noBackup': ['使用 PostgreSQL 时请用 pg_dump 备份', 'With PostgreSQL, back up with pg_dump'],
  'job.cutShort': ['服务器停止，任务被中断', 'The server stopped while the job was running'],
  'job.clockLept': [
    '没有清理任何内容：按现在的时钟，{from} 至 {to} 之间这里什么都没有发生，时钟可能被调快了。如果时间正确，一周内会自动恢复清理',
    'No entries were deleted: there is no activity from {from} to {to}, so the clock may have been set forward. If the clock is right, the clean-up resumes automatically within a week',
  ],
  'job.done.cleanup': [
    '清理登录日志 {signIns} 条、操作日志 {operations} 条、回收站 {trash} 条',
    'Deleted {signIns} {signIns|entry|entries} of the sign-in log, {operations} of the operation log, {trash} of the trash',
  ],
  'job.done.backup': [
    '已备份到 {name}（{megabytes} MB），现有 {kept} 份',
    'Backed up to {name} ({megabytes} MB); {kept} {kept|backup|backups} kept',
  ],
  'job.done.statistics': ['已刷新数据库统计', 'Database statistics refreshed'],

  // backups and their restoration
  'backup.noDatabase': ['{folder} 中没有数据库', 'There is no database in {folder}'],
  'backup.isThere': ['{file} 已存在', '{file} already exists'],
  'backup.sourceNotOurs': [
    '{name} 是空文件或不是 Caliper 的数据库，没有生成备份',
    '{name} is empty or is not a Caliper database: no backup was made',
  ],
  'backup.sourceNewer': [
    '{name} 由更新版本的 Caliper 写入，请启动该版本；没有生成备份',
    '{name} was written by a newer version of Caliper; start that version. No backup was made',
  ],
  'backup.sourceDamaged': ['数据库已损坏，没有生成备份', 'The database is damaged, so no backup was made'],
  'backup.noSpace': [
    '{folder} 空间不足：需要 {needed} MB，可用 {free} MB',
    'There is not enough space in {folder}: {needed} MB are needed, {free} MB are free',
  ],
  'backup.full': ['{folder} 空间不足', 'There is no space left in {folder}'],
  'backup.cannotWrite': ['无法写入 {folder}：{why}', '{folder} cannot be written: {why}'],
  'backup.noFile': ['没有文件 {name}', 'There is no file {name}'],
  'backup.unreadable': ['无法读取 {name}', '{name} cannot be read'],
  'backup.sourceUnreadable': [
    '无法读取 {name}：{why}。数据库本身可能完好，请先检查其所在的磁盘和文件夹',
    '{name} cannot be read: {why}. The database itself may be sound; look at its disk and folder first',
  ],
  'backup.notOurs': ['{name} 不是 Caliper 的备份', '{name} is not a backup of Caliper'],
  'backup.damaged': ['{name} 已损坏：{why}', '{name} is damaged: {why}'],
  'backup.newer': [
    '{name} 来自更新的版本（{version}），请先安装该版本',
    '{name} comes from a newer version of Caliper ({version}). Install that version first',
  ],
  'backup.isDemo': [
    '{name} 是演示数据的备份，其密码人人皆知',
    '{name} is a backup of demo data, whose passwords are public',
  ],
  'backup.trailBroken': ['{name} 中的审计追踪不完整：{why}', 'The audit trail in {name} is broken: {why}'],
  'backup.failed': [
    '恢复失败，原有数据未改动；原因见服务器日志',
    'The restore failed, and the data are unchanged. The server log states the reason',
  ],
  'backup.why.cutShort': ['文件不完整', 'it is incomplete'],
  'backup.why.packing': ['压缩内容有误', 'it cannot be unpacked'],
  'backup.why.larger': ['内容比标明的多', 'it is larger than stated in its header'],
  'backup.why.checksum': ['校验和不符', 'its checksum differs'],
  'backup.why.missing': ['其中没有数据库', 'it contains no database'],
  'backup.why.database': ['其中的数据库有误', 'its database is damaged'],
  'backup.why.schema': [
    '其中的数据库结构不是 Caliper 的',
    'its database does not have the structure of a Caliper database',
  ],
  'disk.refused': ['此用户没有权限（{code}）', 'permission denied ({code})'],
  'disk.readOnly': ['所在磁盘为只读（{code}）', 'the disk is read-only ({code})'],
  'disk.full': ['没有剩余空间（{code}）', 'no space left ({code})'],
  'disk.quota': ['此用户的配额已用完（{code}）', 'the disk quota of this user is used up ({code})'],
  'disk.noFolder': ['没有这个文件夹（{code}）', 'the folder does not exist ({code})'],
  'disk.notFolder': ['文件夹的位置上是一个文件（{code}）', 'a file is in the place of a folder ({code})'],
  'disk.fails': ['磁盘故障（{code}）', 'disk error ({code})'],
  'setup.restored': ['备份已恢复，请登录', 'The backup was restored, sign in'],
  'setup.noRestore': ['使用 PostgreSQL 时，请用 pg_restore 恢复', 'With PostgreSQL, restore with pg_restore'],
  'setup.restoring': ['正在恢复备份，请稍候', 'A backup is being restored. Please wait'],
  'setup.noFile': ['请以 {type} 发送备份文件', 'Send the backup file as {type}'],

  // storage and deleted records
  'scope.outside': ['所选部门不在你的数据权限范围内', 'A chosen department is outside your data scope'],
  'trash.taken': [
    '无法恢复“{name}”：名称或编号已被占用',
    'Cannot restore {name}: its name or key is used by another record',
  ],
  'trash.roleBeyondOwn': [
    '这个角色的权限超过自己的，不能彻底删除',
    'This role has permissions beyond your own, so you cannot delete it for good',
  ],
  'trash.dangling': [
    '无法恢复“{name}”：它引用的记录已不存在，请先恢复那些记录',
    'Cannot restore {name}: a record it refers to was deleted. Restore that one first',
  ],

  // users: refusals
  'user.nameTaken': ['用户名已存在！', 'This user name is already taken'],
  'user.accountTaken': ['账号已存在', 'This user name is already taken'],
  'user.badDept': ['部门不存在或已停用', 'There is no such department, or it is disabled'],
  'user.severalDepts': [
    '有几个部门叫这个名称，请从上级部门写起，如“质量部/检验一班”',
    'Several departments have this name: include the parent department, as in “Quality/Shift 1”',
  ],
  'user.deptNeeded': ['请选择一个在你的数据权限范围内的部门', 'Choose a department within your data scope'],
  'user.severalPosts': [
    '有几个岗位叫这个名称，请填写岗位编码',
    'Several posts have this name: enter the code of the post',
  ],
  'user.severalRoles': ['有几个角色叫 {names}，请填写权限字符', 'Several roles are called {names}: enter the role key'],
  'user.badPost': ['岗位不存在或已停用', 'There is no such post, or it is disabled'],
  'user.badRoles': ['角色 {names} 不存在或已停用', 'There is no role {names}, or it is disabled'],
  'user.beyondOwn': [
    '这个用户的权限或数据范围超过自己的，不能更改',
    'This user has permissions or a data scope beyond your own, so you cannot change the user',
  ],
  'user.roleBeyondOwn': [
    '不能授予权限或数据范围超过自己的角色',
    'You cannot assign a role with permissions or a data scope beyond your own',
  ],
  'user.ownRights': [
    '不能更改自己的角色、部门或状态，请由其他管理员更改',
    'You cannot change your own roles, department or status. Ask another administrator',
  ],
  'user.nameReserved': [
    '曾有人以此账号签署记录，账号不能再给别人使用',
    'Somebody has signed records under this user name, so it cannot be used for another account',
  ],
  'user.hasSigned': [
    '{names} 签署或录入过质检数据，不能删除，请改为停用',
    '{names} signed or recorded quality data and cannot be deleted. Disable the account instead',
  ],
  'user.ownDelete': ['不能删除自己', 'You cannot delete yourself'],
  'user.ownPassword': ['自己的密码请在个人中心修改', 'Change your own password on your profile page'],
  'user.lastAdministrator': [
    '这是最后一个可用的管理员，不能停用、删除或取消其管理员角色',
    'This is the last active administrator, who cannot be disabled, deleted or removed from the role',
  ],
  'user.passwordReset': ['密码已重置', 'Password reset'],
  'setup.badToken': [
    '设置链接无效或已过期，请查看服务器日志中的新链接',
    'The setup link is not valid or has expired. The server log shows a new one',
  ],

  // instruments that send measurements
  'apiToken.refused': [
    '访问令牌无效、已作废或已到期，或其账号已停用',
    'The API token is not valid, was revoked or has expired, or its account is disabled',
  ],
  'apiToken.open': ['查看', 'View'],
  'apiToken.closed': ['程序不能使用这个接口', 'This call is not open to programs'],
  'apiToken.otherLine': ['这个令牌只能用于产品线 {product}', 'This token works with product line {product} only'],
  'apiToken.revokedAlready': ['这个密钥已经作废', 'It is already revoked'],
  'apiToken.beyondAccount': ['这个账号没有所选的全部权限', 'The account does not have all of these permissions'],
  'apiToken.beyondOwn': ['你没有所选的全部权限', 'You do not have all of these permissions'],
  'access.endPast': ['到期日须在今天之后或今天', 'The end date must be in the future'],
  'qcInstrument.keyUnknown': [
    '仪器密钥无效、已作废或已到期',
    'The instrument key is not valid, was revoked or has expired',
  ],
  'qcInstrument.accountGone': [
    '这个密钥的账号已停用或删除，或密钥已作废，请联系质量工程师',
    'The account of this key is disabled or deleted, or the key was revoked: ask a quality engineer',
  ],
  'qcInstrument.accountOff': ['这个账号已停用', 'This account is disabled'],
  'qcInstrument.accountMayNot': [
    '这个账号须有新建和提交质检记录的权限',
    'This account must be allowed to create and to submit QC records',
  ],
  'qcInstrument.otherProduct': [
    '这个密钥只能写入产品线 {product} 的记录',
    'This key accepts product line {product} only',
  ],
  'qcInstrument.listExpected': [
    '请发送 1 至 100 条读数的列表（JSON 数组），只有一条也用列表',
    'Send a list (JSON array) of 1 to 100 readings, also for a single one',
  ],
  'qcInstrument.uidFormat': ['应为 16 至 64 个字母、数字、- 或 _', 'takes 16 to 64 letters, digits, - and _'],
  'qcInstrument.fieldUnknown': [
    '不是读数的字段；可用字段：clientUid、templateCode、product、lotNo、equipmentCode、inspectedAt、remark、values',
    'is not a field of a reading: these are clientUid, templateCode, product, lotNo, equipmentCode, inspectedAt, remark, values',
  ],
  'qcInstrument.missing': ['缺少必检项目的检测值', 'Values of a required item are missing'],
  'qcInstrument.uidOther': [
    '记录 {no} 已使用此编号，且内容不同；请为每次测量使用新的编号',
    'Record {no} was made under this id with other content: give each reading an id of its own',
  ],
  'qcInstrument.implausible': ['超出合理范围，须由人录入并确认', 'Implausible value: a user must enter and confirm it'],
  'qcInstrument.taken': [
    '新建 {made} 条，已有 {known} 条，拒绝 {refused} 条',
    '{made} created, {known} already existed, {refused} refused',
  ],
  'qcInstrument.noneTaken': ['没有一条可以写入，原因见各条', 'No measurement was accepted. Each states the reason'],

  // own profile, sessions and sign-in log: messages of the server
  'qcPhoto.notUploaded': [
    '这张照片未上传，或已属于另一条记录，请移除后重新添加',
    'This photo was not uploaded, or belongs to another record. Remove it and add it again',
  ],
  'qcPhoto.storageFull': [
    '照片总容量 {megabytes} MB 已满，请联系管理员',
    'The {megabytes} MB for photos are used up; ask an administrator',
  ],
  'qcPhoto.tooMany': ['一条记录最多 {most} 张照片', 'At most {most} {most|photo|photos} in one record'],
  'qcPhoto.tooManyPixels': ['照片不能超过 {megapixels}00 万像素', 'A photo has at most {megapixels} million pixels'],
  'qcPhoto.tooManyUnattached': [
    '已有 {most} 张照片未保存到记录，请先保存记录',
    '{most} of your photos belong to no record yet; save the records first',
  ],
  'qcPhoto.unknownItem': ['模板中没有这个项目', 'The template has no such item'],
  'upload.wrongType': ['只接受 multipart/form-data', 'Only multipart/form-data is accepted'],
  'upload.oneFile': ['请在字段 {field} 中上传一个文件', 'Send one file, in the field {field}'],
  'session.beyondOwn': [
    '不能结束权限或数据范围超过自己的用户的会话',
    'You cannot end sessions of users with permissions or a data scope beyond your own',
  ],
  'session.ended': ['会话已结束', 'Session ended'],

  // WeCom: refusals, bindings, and the simulator
  'wecom.notSetUp': ['没有设置企业微信登录', 'Signing in with WeCom is not set up'],
  'wecom.badState': [
    '二维码已失效或已被使用，请刷新二维码后重试',
    'This QR code has expired or was used; refresh it and try again',
  ],
  'wecom.refused': [
    '企业微信没有确认这次登录，请刷新二维码后重试',
    'WeCom did not confirm this; refresh the QR code and try again',
  ],
  'wecom.stranger': [
    '这个企业微信账号不属于本企业，请换用企业成员的账号',
    'This WeCom account is not a member of the company; use one that is',
  ],
  'wecom.away': [
    '企业微信暂时没有回应，请稍后重试，或使用账号密码登录',
    'WeCom does not answer at present. Try again later, or sign in with your password',
  ],
  'wecom.code.40001': [
    '应用的 Secret 不正确，或与企业 ID 不匹配：请检查 CALIPER_WECOM_SECRET',
    'The secret of the application is wrong or belongs to another company: check CALIPER_WECOM_SECRET',
  ],
  'wecom.code.40013': [
    '企业 ID 不正确：请检查 CALIPER_WECOM_CORP_ID',
    'The company ID is wrong: check CALIPER_WECOM_CORP_ID',
  ],
  'wecom.code.40056': [
    '应用的 AgentId 不正确：请检查 CALIPER_WECOM_AGENT_ID',
    'The AgentId of the application is wrong: check CALIPER_WECOM_AGENT_ID',
  ],
  'wecom.code.45009': ['调用次数超过企业微信的限制，请稍后再试', 'WeCom allows no more calls for now: try again later'],
  'wecom.code.48002': ['应用没有调用此接口的权限', 'The application may not use this call'],
  'wecom.code.50001': [
    '回调地址的域名没有登记为可信域名：请在企业微信管理后台的应用中设置',
    'The domain of the address is not a trusted domain: set it in the application in the admin console of WeCom',
  ],
  'wecom.code.50002': [
    '成员不在应用的可见范围内：请在企业微信管理后台的应用中设置',
    'The member may not see the application: set who may in the admin console of WeCom',
  ],
  'wecom.code.50003': ['应用已停用', 'The application is disabled'],
  'wecom.code.60011': ['应用没有读取此成员的权限', 'The application may not read this member'],
  'wecom.code.60020': [
    '服务器的地址不在应用的企业可信 IP 中：请在企业微信管理后台的应用中添加',
    'The address of the server is not a trusted IP of the application: add it in the admin console of WeCom',
  ],
  'wecom.code.301002': [
    '没有使用此应用的权限：请检查 AgentId 与 Secret 是否属于同一应用',
    'This application may not be used: check that AgentId and secret are of the same application',
  ],
  'wecom.fault.refused': ['企业微信拒绝了调用 {call}', 'WeCom refused the call {call}'],
  'wecom.fault.away': [
    '企业微信没有正常回应调用 {call}（{problem}）',
    'WeCom did not answer the call {call} as it should ({problem})',
  ],
  'wecom.fault.address': ['企业微信看到的地址：{address}。', 'WeCom sees the address {address}.'],
  'wecom.notBound': [
    '这个企业微信账号还没有绑定账号：请先用密码登录，在个人中心绑定，或请管理员绑定',
    'No account is bound to this WeCom account: sign in with your password and bind it on your profile page, or ask an administrator to do so',
  ],
  'wecom.mayNotSignIn': [
    '绑定的账号目前不能登录，请联系管理员',
    'The bound account may not sign in at present; ask an administrator',
  ],
  'wecom.bound': ['已绑定企业微信', 'Bound to WeCom'],
  'wecom.unbound': ['已解除企业微信绑定', 'No longer bound to WeCom'],
  'wecom.alreadyBound': ['账号已绑定企业微信，请先解除绑定', 'Your account is already bound to WeCom. Unbind it first'],
  'wecom.memberTaken': [
    '这个企业微信成员已绑定另一个账号，请先在那里解除绑定',
    'This member is bound to another account. Unbind that account first',
  ],
  'wecom.noBinding': ['账号没有绑定企业微信', 'Your account is not bound to WeCom'],
  'wecom.wrongPassword': ['密码不正确', 'Wrong password'],
  'wecom.ownByProfile': [
    '自己的绑定请在个人中心用企业微信确认',
    'Bind your own account on your profile page, by confirming in WeCom',
  ],
  'wecom.simulator': ['企业微信模拟器', 'WeCom simulator'],
  'wecom.simulatorWhat': [
    '这一页代替企业微信，只在演示和测试中出现，谁都可以选任何人。实际使用时，同事在自己的企业微信里确认。',
    'This page stands in for WeCom in demos and tests only, where anybody may be anyone. In real use, people confirm in their own WeCom.',
  ],
  'wecom.simulatorChoose': ['选择一位同事', 'Choose a colleague'],
  'wecom.simulatorNobody': ['没有账号的同事', 'A colleague without an account'],
  'wecom.simulatorHere': [
    '模拟器只用于运行演示的那台电脑：在那台电脑上以 localhost 打开登录页',
    'The simulator signs in only on the computer that runs the demo: open the sign-in page there, as localhost',
  ],
  'wecom.simulatorMessages': ['发出的消息和邮件', 'Messages and mails that were sent'],
  'wecom.simulatorNoMessages': ['还没有消息', 'There are no messages yet'],
  'wecom.simulatorBadLink': [
    '这个链接不是由本系统的登录页发出的，请回到登录页刷新二维码。',
    'This link does not come from the sign-in page of this system; go back there and refresh the QR code.',
  ],

  // departments and posts
  'dept.noParent': ['上级部门不存在', 'There is no such department'],
  'dept.parentOff': ['上级部门“{name}”已停用', '{name} is disabled, so no department can be placed under it'],
  'dept.insideItself': ['“{name}”不能移到自己或自己的下级之下', '{name} cannot be moved under itself'],
  'dept.movesUnseen': [
    '随之移动的下级部门中，有不在你的数据权限范围内的',
    'Some departments below it are outside your data scope',
  ],
  'dept.tooDeep': ['部门最多 {max} 级', 'At most {max} levels of departments'],
  'dept.nameTaken': ['同一上级下已有部门“{deptName}”', 'The parent department already has a department {deptName}'],
  'dept.hasChildren': [
    '“{name}”下还有 {count} 个部门，不能删除。请先移走或删除它们',
    '{name} still has {count} {count|department|departments} below it and cannot be deleted. Move or delete them first',
  ],
  'dept.hasUsers': [
    '“{name}”还有 {count} 名用户，不能删除。请先把他们移到别的部门，或停用这个部门',
    '{name} still has {count} {count|user|users} and cannot be deleted. Move them to another department, or disable this one',
  ],
  'dept.outOfSight': [
    '部门放到这里后会超出自己的数据范围，自己就看不到了。请由范围更大的人操作',
    'At that position the department would be outside your data scope. Ask an administrator with a wider scope',
  ],
  'bulk.changedMeanwhile': [
    '这些记录已被他人修改：{names}。未修改任何记录，请核对后重试',
    'Changed by somebody else meanwhile: {names}. Nothing was changed. Check them and try again',
  ],
  'view.nameTaken': ['这个列表已有名为“{viewName}”的视图', 'This list already has a view called “{viewName}”'],
  'view.tooMany': [
    '一个列表最多保存 {count} 个视图，请先删除不用的',
    'At most {count} {count|view|views} can be saved for a list. Delete some that are not used',
  ],
  'view.noRole': ['其中的角色不存在或已停用', 'One of these roles does not exist or is disabled'],
  'view.shared': [
    '这个视图已共享，筛选条件对角色可见。修改它需要共享视图的权限',
    'This view is shared, so a role reads its filters. Changing them needs the permission to share views',
  ],
  'post.codeTaken': ['岗位编码 {postCode} 已被使用', 'The code {postCode} is already in use'],
  'post.inUse': [
    '岗位“{name}”还有 {count} 名用户，不能删除。可改为停用',
    '{name} still has {count} {count|user|users} and cannot be deleted. Disable it instead',
  ],

  // roles
  'role.notYours': ['你没有这个角色', 'You do not have this role'],
  'role.keyTaken': ['权限字符 {roleKey} 已被使用', 'The key {roleKey} is already in use'],
  'role.inUse': [
    '角色 {names} 仍有用户使用，不能删除。可改为停用',
    '{names} still has users and cannot be deleted. Disable it instead',
  ],
  'role.adminFixed': [
    '管理员角色不能停用、删除、改名或改变权限字符',
    'The administrator role cannot be disabled, deleted, renamed or given another key',
  ],
  'role.grantsBeyondOwn': [
    '不能授予自己没有的权限，共 {count} 项：{name}',
    'You cannot grant permissions you do not have: {name} ({count} {count|entry|entries})',
  ],
  'role.beyondOwn': ['这个角色的权限超过自己的', 'This role has permissions beyond your own'],
  'role.statusDone': ['更新角色 {roleId} 状态成功！', 'Status of role {roleId} updated'],
  'role.unknownMenus': ['菜单 {ids} 不存在', 'There is no menu {ids}'],
  'role.adminScope': [
    '管理员角色的数据范围固定为全部数据',
    'The data scope of the administrator role is always all data',
  ],
  'role.ownScope': ['不能更改自己所持角色的数据范围', 'You cannot change the data scope of a role you have'],
  'role.scopeBeyondOwn': ['这个角色的数据范围超出自己的数据范围', 'The data scope of this role goes beyond your own'],
  'role.unknownDepts': ['不存在部门 {ids}', 'There is no department {ids}'],
  'role.lockOut': [
    '这是你唯一启用的角色，停用后你将无法登录',
    'This is your only enabled role. Without it you could no longer sign in',
  ],
  'role.rightsLockOut': [
    '你将失去更改角色所需的权限，且无法自行恢复：{name}',
    'You would lose a permission that you need to change roles, and could not take it back: {name}',
  ],

  // subjects of the operation log
  'operation.browser': ['浏览器', 'Browser'],
  'operation.system': ['系统', 'System'],
  'operation.step.submit': ['提交', 'Submitted'],
  'operation.step.withdraw': ['撤回', 'Withdrawn'],
  'operation.step.review': ['复核', 'Reviewed'],
  'operation.step.approve': ['批准', 'Approved'],
  'operation.step.reject': ['驳回', 'Rejected'],
  'operation.step.reopen': ['退回修改', 'Reopened'],
  'operation.step.void': ['作废', 'Voided'],
  'operation.step.acknowledge': ['确认信号', 'Acknowledged'],
  'operation.step.close': ['关闭信号', 'Closed'],
  'operation.traceStays': [
    '记载日志被删除的条目不能手动删除，到保留期后会自动清除',
    'Entries about deleted log entries cannot be deleted manually. They are deleted when their retention time ends',
  ],

  // department page

  // menu entries
  'menu.tooDeep': ['菜单最多 5 级', 'The menu has 5 levels at most'],
  'menu.noParent': ['上级菜单不存在或已被删除', 'The parent does not exist, or has been deleted'],
  'menu.cycle': ['不能放到自己或自己的下级之下', 'A menu entry cannot be placed under itself'],
  'menu.actionNeedsPage': ['操作只能放在页面之下', 'An action can only be put below a page'],
  'menu.needsDirectory': [
    '目录和页面只能放在最上级或目录之下',
    'Directories and pages can only be put at the top or below a directory',
  ],
  'menu.childrenDoNotFit': ['其下的“{name}”不能放在这种类型之下', '“{name}” below it cannot be put below this type'],
  'menu.pathReserved': ['这个路径由系统使用，请换一个', 'The system uses this path; choose another one'],
  'menu.pathTaken': ['路径 {path} 已由“{name}”使用', '“{name}” already has the path {path}'],
  'menu.nameTaken': ['路由名称 {menuName} 已由“{name}”使用', '“{name}” already has the route name {menuName}'],
  'menu.beyondOwn': ['不能改动自己没有的权限：{tag}', 'You cannot change a permission you do not have: {tag}'],
  'menu.needed': [
    '菜单管理页面必须保留，否则无法再修改菜单',
    'The menu page must stay: without it the menu could no longer be changed',
  ],
  'menu.hasChildren': [
    '其下还有 {count} 项，请先删除它们：{names}',
    '{count} {count|entry is|entries are} below it; delete {count|it|them} first: {names}',
  ],

  // dictionaries
  'dict.typeTaken': ['当前字典类型[{dictType}]已经存在！', 'There is already a dictionary of type [{dictType}]'],
  'dict.inUse': [
    '字典 {names} 还有 {count} 条数据，不能删除。可改为停用，或先删除数据',
    'Dictionary {names} still has {count} {count|entry|entries} and cannot be deleted. Disable it, or delete the entries first',
  ],
  'dict.builtIn': [
    '系统按类型读取字典 {dictType}，不能删除或改类型',
    'The system reads the dictionary {dictType} by its type, so it cannot be deleted or given another type',
  ],
  'dict.noType': ['字典类型 {dictType} 不存在', 'There is no dictionary of type {dictType}'],
  'dict.typeGone': [
    '字典类型 {dictType} 已不存在，先恢复或重建它',
    'There is no dictionary of type {dictType} any more. Restore it or create it again first',
  ],
  'dict.usedByJobs': [
    '“{name}”还用于 {count} 个定时任务（{jobs}），不能删除或改键值。可改为停用',
    '{name} is the group of {count} {count|job|jobs} ({jobs}), so it cannot be deleted or given another value. Disable it instead',
  ],
  'dict.recorded': [
    '“{name}”可能已写入检验记录，不能删除或改键值。可改为停用',
    'Inspection records may contain “{name}”, so it cannot be deleted or given another value. Disable it instead',
  ],
  'dict.labelRecorded': [
    '记录可能已按“{name}”批准，不能改名。可停用后另加一项',
    'Records may have been approved with “{name}”, so it cannot be renamed. Disable it and add another entry',
  ],
  'dict.recordedInSignals': [
    '“{name}”可能已写入异常信号或排除的点，不能删除或改键值。可改为停用',
    'Signals or excluded points may contain “{name}”, so it cannot be deleted or given another value. Disable it instead',
  ],
  'dict.usedByTemplates': [
    '“{name}”还用于 {count} 个质检模板，不能删除或改键值。可改为停用',
    '{name} is the stage of {count} {count|template|templates}, so it cannot be deleted or given another value. Disable it instead',
  ],
  'dict.usedByUsers': [
    '“{name}”还用于 {count} 名用户的性别，不能删除或改键值。可改为停用',
    '{name} is the sex of {count} {count|user|users}, so it cannot be deleted or given another value. Disable it instead',
  ],
  'dict.valueTaken': ['键值 {dictValue} 已被“{dictLabel}”使用', '“{dictLabel}” already has the value {dictValue}'],

  // parameters
  'config.keyTaken': ['参数键名 {configKey} 已经存在', 'There is already a parameter {configKey}'],
  'config.secretAgain': [
    '请重新填写参数值：原来保密的值不会显示，只能替换',
    'Enter the value again: a stored secret cannot be read, only replaced',
  ],
  'config.secretFrontend': ['保密的参数不能公开', 'A secret cannot be public'],
  'config.builtIn': [
    '参数 {configKey} 是系统内置的，不能删除或改键名',
    'The parameter {configKey} is built in and cannot be deleted or renamed',
  ],
  'config.builtInType': [
    '参数 {configKey} 由系统使用，不能改为自定义',
    'The system uses the parameter {configKey}, so it stays built in',
  ],

  // system settings
  'sysSet.idleBeyondMax': [
    '不能长于会话最长时间（{max} 分钟）',
    'Must not exceed the maximum session length ({max} minutes)',
  ],
  'sysSet.logoNotYours': [
    '请重新上传标志图片：这张图片已不存在，或属于其他人',
    'Upload the picture as a logo: this one no longer exists, or belongs to a user',
  ],

  // server notices for administrators
  'watch.full': [
    '磁盘已满，无法保存数据。请清理数据所在的磁盘',
    'The disk is full: nothing can be saved. Free up space on the data disk',
  ],
  'watch.damaged': [
    '数据库文件已损坏，请停止服务并恢复备份',
    'The database file is damaged: stop the server and restore a backup',
  ],
  'watch.unread': ['数据库没有响应，无法读取和保存数据', 'The database does not answer: nothing can be read or saved'],
  'watch.unwritten': [
    '数据库无法写入，数据保存不了。请检查数据所在的磁盘',
    'The database cannot be written: nothing is saved. Check the data disk',
  ],
  'watch.diskLow': ['数据所在的磁盘只剩 {free}（{percent}%）', 'Only {free} left on the data disk ({percent}%)'],
  'watch.noBackup': [
    '这套数据还从未备份。请启用备份任务',
    'These data have never been backed up. Enable the backup job',
  ],
  'watch.backupHours': [
    '最近一次备份是 {hours} 小时前。请查看备份任务',
    'The last backup is {hours} {hours|hour|hours} old. Check the backup job',
  ],
  'watch.backupDays': [
    '最近一次备份是 {days} 天前。请查看备份任务',
    'The last backup is {days} {days|day|days} old. Check the backup job',
  ],
  'watch.clockBehind': [
    '服务器的时钟比已有数据慢 {minutes} 分钟。请校准时间，否则记录的时间不可信；如果时间已正确，则此前的时钟过快',
    'The server clock is {minutes} {minutes|minute|minutes} behind the data. Correct it: record times are not reliable until then. If it is right now, it was ahead before',
  ],
  'watch.clockForward': [
    '服务器的时钟被调快了 {minutes} 分钟。请确认时间是否正确',
    'The server clock was set forward by {minutes} {minutes|minute|minutes}. Check that it is right',
  ],
  'watch.clockBack': [
    '服务器的时钟被调慢了 {minutes} 分钟。请确认时间是否正确',
    'The server clock was set back by {minutes} {minutes|minute|minutes}. Check that it is right',
  ],

  'watch.notificationsWait': [
    '{count} 条通知未能发出，最早的一条已等待 {minutes} 分钟。请查看发送记录',
    '{count} {count|notification|notifications} could not be sent; the oldest has waited for {minutes} {minutes|minute|minutes}. Check Deliveries',
  ],
  'notification.line': ['{event}：{about}', '{event}: {about}'],
  'notification.calibrationSoon': ['校准即将到期', 'Calibration due soon'],
  'notification.calibrationPast': ['校准已过期', 'Calibration expired'],
  'notification.digest': ['{count} 条通知：{rule}', '{count} {count|notification|notifications}: {rule}'],
  'notification.test': ['测试通知：{rule}', 'Test notification: {rule}'],
  'notification.notFailed': ['这条通知已发送或正在发送', 'This notification was sent, or is being sent'],
  'notificationRule.noInspector': [
    '设备没有检验员，请选择角色或人员',
    'Equipment has no inspector: choose a role or a person',
  ],
  'notificationRule.named': [
    '启用的通知规则仍在使用，不能删除。请先修改、停用或删除这些规则：{names}',
    'Notification rules that are on need it. First change, disable or delete these: {names}',
  ],
  'notificationRule.noSeverity': ['这种事件没有严重度', 'Such events have no severity'],
  'notificationRule.quietSame': ['免打扰的开始和结束不能相同', 'Quiet hours cannot begin and end at the same time'],
  'notificationRule.webhookPerson': [
    'Webhook 需要选择一个人，由其权限决定发送哪些记录',
    'A webhook needs a person, whose rights decide what is sent',
  ],
  'notificationRule.webhookHost': [
    '服务器不允许发送到这个地址。允许的主机由 CALIPER_WEBHOOK_HOSTS 设置',
    'The server does not allow this address. CALIPER_WEBHOOK_HOSTS lists the allowed hosts',
  ],
  'notificationRule.mightier': [
    '此人的权限或数据范围超过你的，不能以其权限发送，请选择其他人',
    'This person has permissions or a data scope beyond your own. Choose somebody else',
  ],
  'notificationRule.noAddressee': [
    '此事件不针对某个人，请选择角色或人员',
    'This event names nobody: choose a role or a person',
  ],
  'job.done.overdue': ['{count} 项逾期未处理', '{count} overdue {count|item|items}'],
  'qcMention.notForThem': [
    '被提到的人中有人无权查看此记录，请去掉对其的提及',
    'Somebody who is mentioned may not see this record. Remove the mention',
  ],
  'job.done.calibration': [
    '{count} 台设备的校准即将到期或已过期',
    '{count} {count|piece|pieces} of equipment {count|is|are} due for calibration',
  ],
} as const
