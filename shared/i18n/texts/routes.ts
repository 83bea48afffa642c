/** Titles of the routes of the API: what each is for. The English ones are the summaries in the API document. */
export const routeTexts = {
  // regular routes of resources; English texts take a noun such as `a post`, `posts`
  'route.list': ['查询{noun}列表', 'List {noun}'],
  'route.group': ['{noun}分组计数', 'Count {noun} by a field'],
  'route.get': ['查看{noun}', 'One {noun}'],
  'route.create': ['新建{noun}', 'Create {noun}'],
  'route.update': ['修改{noun}', 'Change {noun}'],
  'route.bulk': ['批量修改{noun}', 'Change several {noun} at once'],
  'route.remove': ['删除{noun}', 'Delete {noun}'],
  'route.restore': ['恢复已删除的{noun}', 'Bring back deleted {noun}'],
  'route.export': ['导出{noun}', 'Export {noun}'],
  'route.import': ['导入{noun}', 'Import {noun} from a sheet'],
  'route.template': ['{noun}导入模板', 'An empty sheet of {noun}'],
  // api
  'route.api.list': ['查询接口列表', 'List the routes of the server'],
  'route.api.get': ['查看接口', 'One route of the server'],
  'route.api.update': ['修改接口名称', 'Give a route of the server a title'],
  // config
  'route.config.frontend': ['公开的参数', 'Settings of the front end, for anyone'],
  'route.config.remove': ['删除参数', 'Delete parameters that are not built in'],
  'route.config.byKey': ['按键名读取参数', 'The value of a parameter'],
  // department
  'route.department.tree': ['查询部门树', 'All departments that the filters find, as a tree'],
  'route.department.order': ['调整部门顺序', 'Put the departments below one into an order, or move them there'],
  'route.department.update': ['修改或移动部门', 'Change or move a department'],
  'route.department.options': ['部门选项', 'The departments that a record can be put into'],
  // dict-data
  'route.dictData.options': ['字典数据选项', 'The entries of a dictionary, to choose from'],
  'route.dictData.list': ['查询字典数据列表', 'List entries of dictionaries'],
  'route.dictData.export': ['导出字典数据', 'Export entries of dictionaries'],
  'route.dictData.import': ['导入字典数据', 'Import entries of dictionaries from a sheet'],
  // dict-type
  'route.dictType.remove': ['删除字典类型', 'Delete dictionaries that have no entries'],
  'route.dictType.options': ['字典类型选项', 'All dictionaries, to choose from'],
  'route.dictType.update': ['修改字典类型', 'Change a dictionary; its entries follow its type'],
  // error-log
  'route.errorLog.report': ['上报页面运行错误', 'Write a run-time error of the client to the log'],
  // file
  'route.file.get': ['查看上传的图片', 'An uploaded picture'],
  // health
  'route.health.live': ['服务存活检查', 'The process lives'],
  'route.health.ready': ['服务就绪检查', 'The process can serve: its database answers'],
  // job
  'route.job.unschedule': ['停止定时任务', 'Take a job from the clock'],
  'route.job.run': ['立即运行定时任务', 'Run a job now'],
  'route.job.schedule': ['启动定时任务', 'Put a job under the clock'],
  'route.job.runs': ['定时任务运行记录', 'What became of scheduled jobs, the latest first'],
  'route.job.restore': ['恢复已删除的定时任务', 'Bring back deleted jobs'],
  // login
  'route.login.captcha': ['获取验证码', 'A new captcha'],
  'route.login.signIn': ['登录', 'Sign in'],
  'route.login.signOut': ['退出登录', 'Sign out'],
  'route.login.refresh': ['更换令牌', 'Swap the token for a new one'],
  // login-log
  'route.loginLog.remove': ['删除登录日志', 'Delete entries of the sign-in log, which leaves one in the operation log'],
  'route.loginLog.list': ['查询登录日志列表', 'List the sign-in log'],
  'route.loginLog.get': ['查看登录日志', 'One entry of the sign-in log'],
  'route.loginLog.export': ['导出登录日志', 'Export the sign-in log'],
  'route.loginLog.own': ['本人的登录日志', 'The sign-in log of the own account'],
  // menu
  'route.menu.tree': ['查询菜单树', 'The menu as a tree, with all types'],
  'route.menu.order': ['调整菜单顺序', 'Put the children of a menu entry into an order'],
  'route.menu.export': ['导出菜单', 'Export the menu'],
  'route.menu.own': ['本人的菜单', 'The menu of the signed-in operator'],
  'route.menu.ofRole': ['角色的菜单权限选项', 'All menu entries, and those of a role; role 0 is one not made yet'],
  // messenger
  'route.messenger.setForUser': ['设置用户的企业微信绑定', 'Bind a user to a member, or to nobody'],
  'route.messenger.unbind': ['解除本人的企业微信绑定', 'End your own binding'],
  'route.messenger.get': ['查看本人的企业微信绑定', 'Your own binding to WeCom'],
  'route.messenger.bind': ['绑定本人的企业微信', 'Bind your own account to the member who was proposed'],
  'route.messenger.qrCode': ['获取绑定本人账号的二维码', 'A new QR code to bind your own account with'],
  'route.messenger.proposal': ['查询绑定的扫码结果', 'Who has answered; nothing is bound yet'],
  // monitor
  'route.monitor.figures': ['查看服务监控', 'How the server does'],
  'route.monitor.notice': ['查看需要处理的事项', 'What administrators have to see to'],
  'route.monitor.metrics': ['读取运行指标', 'The figures of the server, as Prometheus reads them'],
  // operation-log
  'route.operationLog.clean': ['清空操作日志', 'Delete the whole operation log, but for the traces of such deletions'],
  'route.operationLog.remove': ['删除操作日志', 'Delete entries of the operation log, which leaves one of its own'],
  'route.operationLog.list': ['查询操作日志列表', 'List the operation log'],
  'route.operationLog.get': ['查看操作日志', 'One entry of the operation log, with what was changed'],
  'route.operationLog.export': ['导出操作日志', 'Export the operation log'],
  // operator
  'route.operator.info': ['当前用户信息', 'The signed-in operator'],
  'route.operator.overview': ['首页数据', 'Figures of the dashboard, as far as the operator may see them'],
  'route.operator.actingRole': ['切换当前角色', 'Act as one of your roles, or as all of them, under a new token'],
  // profile
  'route.profile.update': ['修改个人资料', 'Change the own record; another phone or e-mail with the own password'],
  'route.profile.removeAvatar': ['移除本人头像', 'Remove the own picture'],
  'route.profile.setAvatar': ['更换本人头像', 'Set the own picture: JPEG, PNG or WebP'],
  'route.profile.get': ['查看个人资料', 'The own record, roles and posts'],
  'route.profile.setPassword': ['修改本人密码', 'Change the own password; ends all other sessions of the operator'],
  // qc-analysis
  'route.qcAnalysis.box': ['分组比较', 'Values side by side by machine, shift, operator, lot, …'],
  'route.qcAnalysis.capability': ['分析过程能力', 'Capability and performance, of each version by itself'],
  'route.qcAnalysis.charts': [
    '查看产品线的全部控制图',
    'Small control charts of a product line, what needs attention first',
  ],
  'route.qcAnalysis.distribution': ['分析分布', 'Histogram, normality and what looks odd about the readings'],
  'route.qcAnalysis.export': ['导出质检分析', 'Export the points of a control chart with their values'],
  'route.qcAnalysis.items': ['可分析的检验项目', 'Characteristics that can be analysed'],
  'route.qcAnalysis.pareto': ['分析缺陷排列', 'Defects, items or causes, the most first'],
  'route.qcAnalysis.recent': [
    '查看最近的点与控制限',
    'The latest points of each charted item of a template, and the limits in force',
  ],
  'route.qcAnalysis.spc': ['分析控制图', 'The control chart of a characteristic, tested for run rules'],
  'route.qcAnalysis.yield': ['分析直通率', 'First-pass yield by business day'],
  // qc-audit
  'route.qcAudit.list': ['查询质检审计列表', 'List the audit trail of quality control'],
  'route.qcAudit.get': ['查看质检审计', 'One entry of the audit trail, whole'],
  'route.qcAudit.redact': ['遮盖评论或原因', 'Redact the comment or reason of an entry, with a reason'],
  'route.qcAudit.export': ['导出质检审计', 'Export the audit trail of quality control'],
  'route.qcAudit.verify': ['核对质检审计链', 'Verify the audit trail, and all records by it'],
  'route.qcAudit.verifyProgress': ['查看核对进度', 'How far the verification is that is under way'],
  // qc-bigscreen
  'route.qcBigscreen.get': ['查看车间大屏', 'All that the wall screen of a product line shows'],
  // qc-display
  'route.qcDisplay.list': ['查询显示链接列表', 'List display links, revoked ones included'],
  'route.qcDisplay.create': ['新建显示链接', 'Make a display link; its token is told this once'],
  'route.qcDisplay.revoke': ['作废显示链接', 'Revoke a display link'],
  // qc-equipment
  'route.qcEquipment.options': ['设备选项', 'The first equipment in use that matches, to choose from'],
  // qc-instrument
  'route.qcInstrument.list': ['查询仪器密钥列表', 'List instrument keys, revoked ones included'],
  'route.qcInstrument.create': ['新建仪器密钥', 'Make an instrument key; it is told this once'],
  'route.qcInstrument.revoke': ['作废仪器密钥', 'Revoke an instrument key'],
  // qc-limit
  'route.qcLimit.include': ['恢复排除的点', 'Take a point back into limits'],
  'route.qcLimit.exclusions': ['查看排除的点', 'Points that limits are not estimated from, and why'],
  'route.qcLimit.exclude': ['计算控制限时排除点', 'Leave a point out of limits, its cause being known'],
  'route.qcLimit.list': ['查看控制限列表', 'List limit sets, as they came into force'],
  'route.qcLimit.freeze': ['冻结控制限', 'Freeze limits, or begin a phase on trial'],
  'route.qcLimit.update': ['修改控制限', 'Freeze a phase on trial, end a set, or test by other rules'],
  'route.qcLimit.estimate': ['预览控制限', 'What freezing would come to, before it is done'],
  // qc-lot
  'route.qcLot.hold': ['冻结批次', 'Put an open lot on hold, with a reason'],
  'route.qcLot.release': ['放行批次', 'Sign that a lot on hold is released, with a reason'],
  'route.qcLot.options': ['批次选项', 'The first lots that match, to choose from'],
  // qc-measurement
  'route.qcMeasurement.take': ['接收仪器测量值', 'Take measurements of an instrument, each as a submitted record'],
  // qc-product
  'route.qcProduct.options': ['产品线选项', 'Product lines in use, to choose from'],
  // qc-qr
  'route.qcQr.list': ['查询二维码标签列表', 'List QR codes'],
  'route.qcQr.create': ['生成二维码标签', 'Give things QR codes, or find those they have, as labels'],
  'route.qcQr.scan': ['识别二维码', 'What a QR code stands for'],
  'route.qcQr.label': ['查看二维码标签', 'The label of a QR code as a picture'],
  'route.qcQr.revoke': ['作废二维码', 'Revoke a QR code'],
  // qc-record
  'route.qcRecord.export': ['导出质检记录', 'Export records with their values'],
  'route.qcRecord.import': ['导入质检记录', 'Import measurements from a sheet, as drafts'],
  'route.qcRecord.template': ['质检记录导入模板', 'An empty sheet of measurements'],
  'route.qcRecord.group': ['质检记录分组计数', 'Count records by a field'],
  'route.qcRecord.list': ['查询质检记录列表', 'List records'],
  'route.qcRecord.create': ['新建记录', 'Begin a record; sent again by the same device it is the same record'],
  'route.qcRecord.get': ['查看质检记录', 'One record with its values, corrections, comments and signatures'],
  'route.qcRecord.update': ['修改质检记录', 'Change what a draft or rejected record holds'],
  'route.qcRecord.approve': ['批准记录', 'Sign that a record is approved'],
  'route.qcRecord.audit': ['查看记录的审计', 'What happened to a record, the last first'],
  'route.qcRecord.comment': ['评论记录', 'Say something of a record'],
  'route.qcRecord.print': ['打印记录', 'A record as it is printed'],
  'route.qcRecord.reject': ['驳回记录', 'Sign that a record is rejected, with a reason'],
  'route.qcRecord.reopen': ['将已批准的记录退回修改', 'Open an approved record again, signed and with a reason'],
  'route.qcRecord.retest': ['新建复检记录', 'Begin a record that tests another again'],
  'route.qcRecord.review': ['复核记录', 'Sign that a record was reviewed'],
  'route.qcRecord.signatures': ['查看记录的签名', 'The signatures of a record, and whether they still hold'],
  'route.qcRecord.submit': ['提交记录', 'Submit a record'],
  'route.qcRecord.void': ['作废记录', 'Void a record for good, with a reason; signed if it was approved'],
  'route.qcRecord.withdraw': ['撤回记录', 'Take back a record that nobody has reviewed'],
  'route.qcRecord.approveMany': ['批量批准记录', 'Sign that several records are approved: all of them, or none'],
  'route.qcRecord.item': ['查看质检记录', 'One characteristic in one record, with the records around it'],
  // qc-selfcheck
  'route.qcSelfcheck.run': ['统计引擎自检', 'Prove the statistics engine by cases whose figures are known'],
  // qc-signal
  'route.qcSignal.list': ['查看异常信号列表', 'List signals: rules that values broke'],
  'route.qcSignal.get': ['查看异常信号', 'One signal'],
  'route.qcSignal.acknowledge': ['确认异常信号', 'Say that a signal is known'],
  'route.qcSignal.close': ['关闭异常信号', 'Say where a signal came from, and what was done'],
  'route.qcSignal.bell': ['查看未处理信号', 'How many signals are open, and the latest of them'],
  // qc-stream
  'route.qcStream.listen': [
    '实时推送记录与信号',
    'What happens to records and signals of a product line, or of all, as it happens',
  ],
  // qc-template
  'route.qcTemplate.list': ['查询质检模板列表', 'List templates'],
  'route.qcTemplate.create': ['新建质检模板', 'Create a template with an empty draft'],
  'route.qcTemplate.retire': ['停用模板', 'Retire a template'],
  'route.qcTemplate.get': ['查看质检模板', 'One template with a version; drafts for those who see the list'],
  'route.qcTemplate.update': ['修改质检模板', 'Change the head of a template'],
  'route.qcTemplate.copy': ['复制模板', 'Make another template of one'],
  'route.qcTemplate.diff': ['比较模板版本', 'What differs between two versions'],
  'route.qcTemplate.discardDraft': ['放弃模板草稿', 'Discard the draft'],
  'route.qcTemplate.createDraft': ['新建模板草稿', 'Begin the next version of a template'],
  'route.qcTemplate.draft': ['保存模板草稿', 'Save all items of the draft'],
  'route.qcTemplate.file': ['下载模板文件', 'A version as a file'],
  'route.qcTemplate.publish': ['发布模板', 'Publish the draft'],
  'route.qcTemplate.reactivate': ['恢复停用的模板', 'Take a retired template into use again'],
  'route.qcTemplate.versions': ['查看模板版本', 'The versions of a template, the newest first'],
  'route.qcTemplate.import': ['由文件导入模板', 'Make a template of a file'],
  'route.qcTemplate.options': ['可用于新建记录的模板', 'Templates that records can be made of'],
  // role
  'route.role.setStatus': ['启用或停用角色', 'Enable or disable a role'],
  'route.role.departments': ['角色的数据范围部门选项', 'The departments to choose for a role, and those it has'],
  'route.role.setDataScope': ['设置角色的数据范围', 'Set which rows the holders of a role work with'],
  // session
  'route.session.end': ['结束用户的会话', 'End sessions of any user'],
  'route.session.list': ['查询会话列表', 'List the open sessions of all users'],
  'route.session.endOwn': ['结束本人的会话', 'End own sessions'],
  'route.session.listOwn': ['本人的会话列表', 'The own open sessions, those used last first'],
  // setup
  'route.setup.create': ['创建首个管理员', 'Make the first administrator, with the token of the set-up link'],
  'route.setup.link': ['检查设置链接', 'Whether a token is that of the set-up link, before a form is filled in'],
  'route.setup.restore': [
    '用备份恢复空安装',
    'Put a backup in the place of an empty installation: the file is the body, the token of the set-up link X-Setup-Token',
  ],
  // system-settings
  'route.systemSettings.uploadLogo': ['上传标志图片', 'Upload a picture for a logo: JPEG, PNG or WebP'],
  'route.systemSettings.get': ['查看系统设置', 'The system settings, by key'],
  'route.systemSettings.update': ['保存系统设置', 'Save system settings; they count from the next request'],
  // trash
  'route.trash.remove': ['彻底删除记录', 'Delete records for good'],
  'route.trash.list': ['查询回收站列表', 'List deleted records that you may bring back'],
  // user
  'route.user.create': ['新建用户', 'Create a user, who must choose another password at the first sign-in'],
  'route.user.updateByBody': ['修改用户（编号在请求体中）', 'Change the user who is named in the body'],
  'route.user.choices': ['用户可选的角色和岗位', 'Roles and posts to choose from'],
  'route.user.resetPassword': [
    '重置用户密码',
    'Give a user another password to be changed at the next sign-in; ends their sessions',
  ],
  'route.user.setStatus': ['启用或停用用户', 'Enable or disable a user; disabling ends their sessions'],
  // view
  'route.view.list': ['列表的视图', 'The views of a list that the caller may choose from, and what it opens with'],
  'route.view.roles': ['可共享视图的角色', 'The roles that a view can be shared with'],
  'route.view.setDefault': ['设置列表的默认视图', 'Choose the view that a list opens with'],
  'route.view.setColumns': ['保存列表的列', 'Keep how the caller has arranged the columns of a list'],
  'route.view.create': ['保存视图', 'Save a view of a list'],
  'route.view.update': ['修改视图', 'Change an own view'],
  'route.view.share': ['共享视图', 'Share an own view with these roles and no others'],
  'route.view.remove': ['删除视图', 'Delete own views'],
  // wechat
  'route.wechat.qrCode': ['获取登录二维码', 'A new QR code to sign in with'],
  'route.wechat.state': ['二维码登录的进度', 'How far an attempt by QR code is'],
  'route.wechat.confirm': ['手机扫码的结果', 'The answer of the phone that scanned a QR code'],
  'route.wechat.login': ['企业微信登录', 'Sign in with what WeCom has answered'],
  // resources that the operation log does not know: their names are shown as they are
  'resource.login': ['登录', 'login'],
  'resource.wechat': ['企业微信登录', 'wechat'],
  'resource.setup': ['首次设置', 'setup'],
  'resource.health': ['健康检查', 'health'],
  'resource.file': ['文件', 'file'],
  'resource.error-log': ['错误上报', 'error-log'],
} as const
